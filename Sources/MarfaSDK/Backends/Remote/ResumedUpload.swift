import Foundation
import Glibc

/// Bytes that go to the server piece by piece, as tus 1.0.0 says
/// (<https://tus.io/protocols/resumable-upload>): after a break they go on from what the server has.
struct ResumedUpload {
  /// Where the bytes are.
  enum Source: Sendable {
    case bytes([UInt8])
    case file(String)

    /// The bytes of a piece, and their SHA-256 in base 64.
    ///
    /// - Throws: `BlobFileError`, also when the file has become shorter.
    func piece(_ range: Range<Int64>) async throws -> (body: TransportUpload.Body, sum: String) {
      switch self {
      case .bytes(let bytes):
        let piece = Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        return (.bytes(piece), Self.hasher(of: piece).base64)
      case .file(let path):
        let hasher = try await BlobThreads.run {
          var hasher = BlobHasher()
          let file = try BlobDescriptor(path, flags: O_RDONLY)
          try file.forEachPiece(of: range) { hasher.update($0) }
          return hasher
        }
        guard hasher.count == Int64(range.count) else {
          throw BlobFileError(.changed, path, "it became shorter while it was sent")
        }
        let body = TransportUpload.Body.file(
          path: path, offset: range.lowerBound, count: Int64(range.count))
        return (body, hasher.base64)
      }
    }

    /// The hash of all bytes, and their number.
    ///
    /// - Throws: `BlobFileError`.
    func taken() async throws -> BlobFiles.Taken {
      switch self {
      case .bytes(let bytes):
        BlobFiles.Taken(hash: Self.hasher(of: bytes).hash, size: Int64(bytes.count))
      case .file(let path): try await BlobFiles.read(file: path)
      }
    }

    private static func hasher(of bytes: [UInt8]) -> BlobHasher {
      var hasher = BlobHasher()
      bytes.withUnsafeBytes { hasher.update($0) }
      return hasher
    }
  }

  /// Fewer bytes go in one request: that is as soon repeated as continued.
  static let least: Int64 = 4 << 20
  private static let protocolVersion = "1.0.0"

  let api: RemoteAPI
  let source: Source
  let mimeType: String
  let onProgress: BlobsNamespace.ProgressHandler?

  /// Sends the bytes, unless the server has them.
  ///
  /// - Returns: Their hash.
  /// - Throws: What the server answers, `NetworkError` after as many attempts without a byte as the
  ///   policy has, `BlobFileError` or `CancellationError`.
  func run() async throws -> String {
    let taken = try await source.taken()
    if try await RemoteBlobs(api: api).exists(taken.hash) { return taken.hash }
    let url = try await begin(taken)
    var (offset, failures) = (Int64(0), 0)
    while offset < taken.size {
      do {
        let before = offset
        offset = try await sendPiece(to: url, from: offset, of: taken)
        if offset > before { failures = 0 }
      } catch let error as NetworkError {
        failures += 1
        guard try await api.wait(afterAttempts: failures) else { throw error }
        offset = try await place(of: url, taken)
      }
    }
    return taken.hash
  }

  private func begin(_ taken: BlobFiles.Taken) async throws -> String {
    let metadata = [
      "sha256 " + Data(taken.hash.utf8).base64EncodedString(),
      "filetype " + Data(mimeType.utf8).base64EncodedString(),
    ]
    let upload = TransportUpload(
      "POST", "/blobs/uploads",
      headers: [
        "Tus-Resumable": Self.protocolVersion, "Upload-Length": String(taken.size),
        "Upload-Metadata": metadata.joined(separator: ","),
      ])
    // A second place does no harm: the server forgets what nobody fills.
    let answer = try await api.repeating(isReading: true) {
      try await api.transport.upload(upload, onBytesSent: nil)
    }
    if let error = answer.error() { throw error }
    guard let url = answer.headers["location"].flatMap(UploadRequests.path(of:)) else {
      throw ResponseDecodingError(message: "The answer to an upload names no place for its bytes.")
    }
    return url
  }

  /// Sends the next bytes; answers how many the server has then.
  private func sendPiece(
    to url: String, from offset: Int64, of taken: BlobFiles.Taken
  ) async throws -> Int64 {
    let range = offset..<min(offset + UploadStateMachine.pieces.upperBound, taken.size)
    let (body, sum) = try await source.piece(range)
    let upload = TransportUpload(
      "PATCH", url,
      headers: [
        "Tus-Resumable": Self.protocolVersion, "Upload-Offset": String(offset),
        "Upload-Checksum": "sha256 " + sum, "Content-Type": "application/offset+octet-stream",
      ], body: body)
    let answer = try await api.transport.upload(upload) { [onProgress] sent, _ in
      onProgress?(offset + sent, taken.size)
    }
    // It is elsewhere, or a request that was cut off is still being ended: it is asked where.
    if [409, 423].contains(answer.status) || RetryPolicy.isTransient(status: answer.status) {
      throw NetworkError(message: answer.error()?.message ?? "The server took no bytes.")
    }
    return try Self.offset(answer, taken)
  }

  /// How many bytes the server has.
  private func place(of url: String, _ taken: BlobFiles.Taken) async throws -> Int64 {
    let answer = try await api.repeating(isReading: true) {
      try await api.transport.upload(
        TransportUpload("HEAD", url, headers: ["Tus-Resumable": Self.protocolVersion]),
        onBytesSent: nil)
    }
    // Of a whole one only the blob may be left.
    if [404, 410].contains(answer.status), try await RemoteBlobs(api: api).exists(taken.hash) {
      return taken.size
    }
    return try Self.offset(answer, taken)
  }

  private static func offset(
    _ answer: TransportResponse, _ taken: BlobFiles.Taken
  ) throws -> Int64 {
    if let error = answer.error() { throw error }
    guard let offset = answer.headers["upload-offset"].flatMap({ Int64($0) }),
      (0...taken.size).contains(offset)
    else {
      throw ResponseDecodingError(message: "The answer to an upload does not say how far it is.")
    }
    return offset
  }
}
