import Foundation

/// The steps of an upload as requests, and what their answers mean.
///
/// A server without extensions gets `HEAD /blobs/{hash}` and `POST /blobs`; one that resumes
/// uploads is spoken to in tus 1.0.0 (<https://tus.io/protocols/resumable-upload>): creation, HEAD,
/// PATCH with the checksum of its bytes.
struct UploadRequests: Sendable {
  private static let version = "1.0.0"
  private static let path = "/blobs/uploads"

  let files: BlobFiles
  let transport: any Transport
  private let sums: PieceSums

  /// The requests for blobs of some files.
  init(files: BlobFiles, transport: any Transport) {
    (self.files, self.transport, sums) = (files, transport, PieceSums(files))
  }

  /// Makes the request of a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - upload: The blob.
  ///   - onSent: Called with the bytes of this step that were sent.
  /// - Returns: What came of it.
  /// - Throws: `CancellationError` when the task is cancelled.
  func perform(
    _ step: UploadStateMachine.Step, of upload: BlobUpload,
    onSent: @escaping @Sendable (Int64) -> Void
  ) async throws -> UploadStateMachine.Answer {
    do {
      let request = try await request(step, of: upload)
      var response = try await transport.upload(request) { sent, _ in onSent(sent) }
      if request.method == "HEAD", Self.isForeign(response, to: step) {
        response = try await explained(response, of: request)
      }
      await sums.learn(from: response.headers)
      let answer = Self.answer(response, to: step, of: upload)
      switch answer {
      case .damaged:
        await sums.distrust(upload.hash)
        // Before all is sent once more: perhaps it was damaged here.
        _ = try await files.verified(upload.hash)
      case .there, .complete, .offset(upload.size): await sums.finish(upload.hash)
      default: break
      }
      return answer
    } catch let error as BlobFileError {
      return .refused(words: "\(upload.name): \(error.detail).")
    } catch is NetworkError {
      // The words of the transfer library help nobody who looks at a bar.
      return .transient(words: "no connection", retryAfter: nil)
    }
  }

  /// Adds to an answer to HEAD what a GET of the same path shows: whether the server speaks, and
  /// its words if both answers have the same status.
  private func explained(
    _ answer: TransportResponse, of request: TransportUpload
  ) async throws -> TransportResponse {
    let page = try await transport.rawRequest(
      method: "GET", path: request.path, query: [], headers: request.headers, body: nil)
    var answer = answer
    if page.headers["tus-resumable"] != nil || !page.isForeign {
      answer.headers["tus-resumable"] = Self.version
      if page.status == answer.status { answer.body = page.body }
    }
    return answer
  }

  /// Asks which of some blobs the server has.
  ///
  /// - Returns: Their hashes; nil when it does not say.
  /// - Throws: `CancellationError` when the task is cancelled.
  func known(_ hashes: [String]) async throws -> Set<String>? {
    do {
      let answer = try await transport.request(
        method: "POST", path: "/blobs/known",
        body: ["hashes": .array(hashes.map(JSONValue.string))])
      return (answer.objectValue?["known"]?.arrayValue).map { Set($0.compactMap(\.stringValue)) }
    } catch is any MarfaError {
      // Then each is sent, and stored once all the same.
      return nil
    }
  }

  /// Tells the server that the rest of an upload does not come; it forgets by itself in time.
  func discard(_ url: String) async {
    _ = try? await transport.rawRequest(
      method: "DELETE", path: url, query: [], headers: ["Tus-Resumable": Self.version], body: nil)
  }

  // MARK: - Requests

  private func request(
    _ step: UploadStateMachine.Step, of upload: BlobUpload
  ) async throws -> TransportUpload {
    switch step {
    case .exists: return TransportUpload("HEAD", "/blobs/" + upload.hash)
    case .whole:
      try await files.check(upload.hash, size: upload.size)
      return TransportUpload(
        "POST", "/blobs", headers: ["Content-Type": upload.mimeType],
        body: .file(path: try files.path(of: upload.hash), count: upload.size))
    case .create:
      let metadata = [
        "sha256 " + Self.base64(upload.hash), "filetype " + Self.base64(upload.mimeType),
      ]
      return TransportUpload(
        "POST", Self.path,
        headers: [
          "Tus-Resumable": Self.version, "Upload-Length": String(upload.size),
          "Upload-Metadata": metadata.joined(separator: ","),
        ])
    case .offset(let url):
      return TransportUpload("HEAD", url, headers: ["Tus-Resumable": Self.version])
    case .piece(let url, let offset, let count):
      let end = offset + count
      let checksum = try await sums.checksum(of: upload, in: offset..<end)
      // The next one is as large on a line that takes the largest.
      if count == UploadStateMachine.pieces.upperBound, end < upload.size {
        try await sums.prepare(upload, in: end..<min(end + count, upload.size))
      }
      return TransportUpload(
        "PATCH", url,
        headers: [
          "Tus-Resumable": Self.version, "Upload-Offset": String(offset),
          "Upload-Checksum": checksum, "Content-Type": "application/offset+octet-stream",
        ], body: .file(path: try files.path(of: upload.hash), offset: offset, count: count))
    }
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  // MARK: - Answers

  /// What an answer means.
  static func answer(
    _ response: TransportResponse, to step: UploadStateMachine.Step, of upload: BlobUpload
  ) -> UploadStateMachine.Answer {
    if isForeign(response, to: step) { return foreign }
    switch (response.status, step) {
    case (200...299, .exists): return isBlob(response, upload) ? .there : .absent
    case (404, .exists): return .absent
    case (200...299, .whole): return judge(response, upload)
    case (200...299, .create):
      if let url = response.headers["location"].flatMap(path(of:)) { return .created(url: url) }
      return response.headers["tus-resumable"] == nil
        ? foreign : .refused(words: "The server's answer to an upload cannot be read.")
    case (200...299, .offset), (200...299, .piece):
      return .offset(response.headers["upload-offset"].flatMap { Int64($0) })
    case (404, .offset), (404, .piece), (410, _): return .gone
    // It is elsewhere: it is asked where.
    case (409, .piece): return .offset(nil)
    case (413, .piece(_, _, let count))
    where response.headers["tus-resumable"] == nil
      && count > UploadStateMachine.pieces.lowerBound:
      return .tooLarge
    case (460, _): return .damaged
    case (401, _): return .signedOut
    // A request that was cut off is still being ended there.
    case (423, _): return .transient(words: words(response), retryAfter: nil)
    case (let status, _) where RetryPolicy.isTransient(status: status) && status != 507:
      return .transient(words: words(response), retryAfter: response.retryAfter)
    case (507, _):
      return .transient(
        words: BlobUpload.noRoom + words(response), retryAfter: .seconds(60))
    // An answer to HEAD has no words: the bytes are sent, and that is answered with words.
    case (_, .exists): return .absent
    default: return .refused(words: words(response))
    }
  }

  private static let foreign = UploadStateMachine.Answer.transient(
    words: TransportResponse.foreignWords, retryAfter: nil)

  /// Whether something on the way answered, and not the server.
  ///
  /// Answers to HEAD have no body to judge by; answers of the server about a resumable upload name
  /// the protocol.
  private static func isForeign(
    _ response: TransportResponse, to step: UploadStateMachine.Step
  ) -> Bool {
    if step == .exists || RetryPolicy.isTransient(status: response.status) { return false }
    return response.headers["tus-resumable"] == nil && response.isForeign
  }

  /// Whether an answer to HEAD may be about a blob, and not a page, such as one for a password.
  ///
  /// In doubt the bytes are sent: the server keeps each blob once.
  private static func isBlob(_ response: TransportResponse, _ upload: BlobUpload) -> Bool {
    guard let length = response.headers["content-length"] else { return true }
    return Int64(length) == upload.size
  }

  private static func judge(
    _ response: TransportResponse, _ upload: BlobUpload
  ) -> UploadStateMachine.Answer {
    // A server that has stored a blob names its hash; what cannot be read is not the server.
    let hash = (try? JSONParser.parse(response.body))?.objectValue?["hash"]?.stringValue
    guard let hash else { return foreign }
    return hash == upload.hash ? .complete : .damaged
  }

  private static func words(_ response: TransportResponse) -> String {
    // An answer to HEAD has no body, and then only the status says anything.
    response.error()?.message ?? "The server answered \(response.status)."
  }

  /// The path of an address on the same server.
  static func path(of location: String) -> String? {
    if location.hasPrefix("/") { return location }
    guard let url = URLComponents(string: location), !url.percentEncodedPath.isEmpty else {
      return nil
    }
    return url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
