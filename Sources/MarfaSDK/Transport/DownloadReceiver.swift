/// Takes the body of an answer as it comes, on a thread that may wait for a disk.
public protocol DownloadReceiver: Sendable {
  /// The answer has begun.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - headers: The header fields, their names in lower case; of equal names the last.
  /// - Returns: Whether the body is taken; that of another answer is an explanation for the caller.
  /// - Throws: What ends the download.
  func begin(status: Int, headers: [String: String]) throws -> Bool

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: The bytes, not none, until the call ends.
  /// - Throws: What ends the download.
  func receive(_ bytes: UnsafeRawBufferPointer) throws
}

extension Transport {
  /// Reads the whole answer with `rawRequest`, and gives it to the receiver as one piece.
  public func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse {
    let answer = try await rawRequest(
      method: "GET", path: path, query: [], headers: headers, body: nil)
    return try await BlobThreads.run {
      let isTaken = try receiver.begin(status: answer.status, headers: answer.headers)
      guard isTaken else { return answer }
      if !answer.body.isEmpty { try answer.body.withUnsafeBytes(receiver.receive) }
      return TransportResponse(status: answer.status, headers: answer.headers)
    }
  }
}
