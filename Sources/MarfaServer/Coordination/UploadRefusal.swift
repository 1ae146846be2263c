/// Why a tus request is refused; each case has its status.
public enum UploadRefusal: Error, Hashable, Sendable {
  /// The client speaks no version that the server does: 412.
  case version
  /// A header is absent or cannot be read: 400.
  case malformed(UploadHeader)
  /// A header is of an extension that the server does not have: 400.
  case unoffered(String)
  /// The body is not `application/offset+octet-stream`: 415.
  case mediaType
  /// The upload would be over the server's limit, in bytes: 413.
  case tooLarge(limit: Int64)
  /// The request has more bytes than the upload has room for: 413.
  case beyondLength
  /// The request continues at another place than the upload's end: 409.
  case offset(Int64)
  /// There is no such upload: 404.
  case unknown
  /// The upload has lapsed: 410.
  case expired
  /// Another request is writing: 423.
  case locked
  /// The request's bytes do not have its checksum: 460.
  case checksum
  /// The content does not have its declared hash; the upload is gone: 460.
  case hash(actual: String)

  /// The HTTP status.
  public var status: Int {
    switch self {
    case .version: 412
    case .malformed, .unoffered: 400
    case .mediaType: 415
    case .tooLarge, .beyondLength: 413
    case .offset: 409
    case .unknown: 404
    case .expired: 410
    case .locked: 423
    case .checksum, .hash: 460
    }
  }
}
