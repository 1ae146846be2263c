import Hummingbird

/// Requests whose bodies would hold up a connection's thread, and with it every connection on it.
enum LargeBody {
  /// From how many bytes on a body is parsed, decompressed and hashed elsewhere.
  static let size = 64 << 10

  /// Whether a request's body may be long; one without a length may be.
  static func isExpected(of request: Request) -> Bool {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
      // A compressed body is longer than its stated length.
      return length > size || (length > 0 && request.headers[.contentEncoding] != nil)
    }
    return request.headers[.transferEncoding] != nil
  }

  /// Whether a body goes to the disk as it comes: it is hashed where it is written, and on the way
  /// nobody looks into it, so that each of its pieces may stay on its connection's thread.
  static func isCarried(by request: Request, to path: String?) -> Bool {
    guard path == UploadRoutes.path + "/{upload}", request.headers[.contentEncoding] == nil else {
      return false
    }
    let checksum = request.headers[.uploadChecksum]?.lowercased()
    return checksum?.hasPrefix("sha256-content ") ?? true
  }
}
