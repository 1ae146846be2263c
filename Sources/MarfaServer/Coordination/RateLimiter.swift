import MarfaModel

/// Counts requests in fixed windows, for each credential and first segment of the path.
///
/// A value without a clock of its own. `GET` has twice the requests of the others, and segments
/// that hand out credentials have fewer.
public struct RateLimiter: Sendable {
  /// What is counted together.
  public struct Subject: Hashable, Sendable {
    /// The key's id, or the peer's address when there is no key.
    public var caller: String
    /// The first segment of the path.
    public var segment: String
    /// Whether the request only reads.
    public var isRead: Bool

    /// Takes each part as it is.
    public init(caller: String, segment: String, isRead: Bool) {
      self.caller = caller
      self.segment = segment
      self.isRead = isRead
    }
  }

  /// The answer to a request.
  public struct Decision: Hashable, Sendable {
    /// How many requests the window has.
    public var limit: Int
    /// How many are left after this one.
    public var remaining: Int
    /// When the next window starts, in seconds since 1970.
    public var reset: Int64
    /// Seconds to wait, at least 1; nil when the request may go on.
    public var retryAfter: Int64?
  }

  private struct Window {
    var end: Int64
    var count: Int
  }

  private let settings: RateLimitSettings
  private var windows: [Subject: Window] = [:]
  private var nextSweep: Int64 = .min

  /// A limiter that has seen nothing.
  public init(_ settings: RateLimitSettings) {
    self.settings = settings
  }

  /// How many subjects are remembered.
  public var count: Int { windows.count }

  /// Counts a request; O(1), but for a sweep of ended windows once a window.
  public mutating func take(_ subject: Subject, now: Timestamp) -> Decision {
    let milliseconds = now.milliseconds
    sweep(milliseconds)
    var window = windows[subject] ?? Window(end: .min, count: 0)
    if window.end <= milliseconds {
      window = Window(end: milliseconds + Int64(settings.windowSeconds) * 1000, count: 0)
    }
    let limit = settings.limit(segment: subject.segment, isRead: subject.isRead)
    let isAllowed = window.count < limit
    if isAllowed { window.count += 1 }
    windows[subject] = window
    let wait = (window.end - milliseconds + 999) / 1000
    return Decision(
      limit: limit, remaining: limit - window.count, reset: (window.end + 999) / 1000,
      retryAfter: isAllowed ? nil : max(wait, 1))
  }

  private mutating func sweep(_ now: Int64) {
    guard now >= nextSweep else { return }
    windows = windows.filter { $0.value.end > now }
    nextSweep = now + Int64(settings.windowSeconds) * 1000
  }
}
