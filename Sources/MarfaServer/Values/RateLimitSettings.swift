/// How many requests are allowed in a window.
public struct RateLimitSettings: Hashable, Sendable {
  /// Segments that hand out credentials.
  public static let tightSegments: Set<String> = ["keys", "auth"]

  /// What the parts of resumable uploads are counted as.
  static let uploads = "blobs/uploads"

  /// What documents are counted as.
  static let documents = "documents"

  /// Requests in a window, for each credential and first segment; 0 for no limit.
  public var requests: Int
  /// The same for `/keys` and `/auth`.
  public var tightRequests: Int
  /// The same for the parts of resumable uploads, of which a large file has thousands.
  public var uploadRequests = 10_000
  /// The same for `/documents`: a keystroke may be a request of everybody who is in a document.
  public var documentRequests = 300_000
  /// How long a window is, in seconds.
  public var windowSeconds: Int

  /// By default 1,000 a minute, and 60 for keys.
  public init(requests: Int = 1000, tightRequests: Int = 60, windowSeconds: Int = 60) {
    self.requests = requests
    self.tightRequests = tightRequests
    self.windowSeconds = windowSeconds
  }

  /// How many requests the window of a segment has.
  func limit(segment: String, isRead: Bool) -> Int {
    if segment == Self.uploads { return uploadRequests }
    if segment == Self.documents { return documentRequests }
    let base = Self.tightSegments.contains(segment) ? tightRequests : requests
    return isRead ? base * 2 : base
  }
}
