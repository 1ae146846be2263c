import Foundation

/// A request that carries bytes.
public struct TransportUpload: Hashable, Sendable {
  /// Where the bytes are.
  public enum Body: Hashable, Sendable {
    /// There are none.
    case none
    /// In memory.
    case bytes([UInt8])
    /// A part of a file: its first bytes, by their count, or those from a place on.
    case file(path: String, offset: Int64 = 0, count: Int64)
  }

  /// `HEAD`, `POST`, `PUT` or `PATCH`.
  public var method: String
  /// The path from the server's address on, percent-encoded, with a leading `/`.
  public var path: String
  /// Header fields beyond the credential's.
  public var headers: [String: String]
  /// The bytes.
  public var body: Body

  /// A request; without a body it has none.
  public init(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Body = .none
  ) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }
}

extension Transport {
  /// Sends the bytes with `rawRequest`, a file's after reading them into memory.
  public func upload(
    _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    let body: [UInt8]?
    switch upload.body {
    case .none: body = nil
    case .bytes(let bytes): body = bytes
    case .file(let path, let offset, let count):
      do {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try file.seek(toOffset: UInt64(offset))
        body = Array(try file.read(upToCount: Int(count)) ?? Data())
        try file.close()
      } catch {
        throw NetworkError(
          message: "\(path) cannot be read: \(error.localizedDescription)",
          details: ["may_have_arrived": false])
      }
    }
    let count = Int64(body?.count ?? 0)
    let response = try await rawRequest(
      method: upload.method, path: upload.path, query: [], headers: upload.headers, body: body)
    onBytesSent?(count, count)
    return response
  }
}
