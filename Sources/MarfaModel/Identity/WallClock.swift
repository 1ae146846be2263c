import Foundation

/// Reports what time it is; injected wherever a time is stamped.
public protocol WallClock: Sendable {
  /// The present instant.
  var now: Timestamp { get }
}

/// The machine's clock.
public struct SystemWallClock: WallClock {
  /// The clock.
  public init() {}

  /// The present instant, as the machine knows it.
  public var now: Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
