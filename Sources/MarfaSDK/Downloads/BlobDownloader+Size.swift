extension BlobDownloader {
  /// Asks the server how large a blob is.
  ///
  /// - Returns: The number of bytes; nil where the server does not have it or does not say.
  /// - Throws: `NetworkError` or `CancellationError`.
  func size(of hash: String) async throws -> Int64? {
    let answer = try await transport.rawRequest(
      method: "HEAD", path: "/blobs/" + hash, query: [], headers: [:], body: nil)
    // The number is kept, so it must be the server's: a foreign page has no tag of the blob.
    guard answer.status == 200, answer.headers["etag"]?.contains(hash) == true else { return nil }
    return answer.headers["content-length"].flatMap { Int64($0) }
  }
}
