import Synchronization

/// A clock that does not move until a test moves it; for tests and simulations.
///
/// ```swift
/// let clock = ManualWallClock(Timestamp(milliseconds: 0))
/// clock.advance(byMilliseconds: 1500)
/// let now = clock.now.iso8601
/// ```
public final class ManualWallClock: WallClock {
  private let milliseconds: Mutex<Int64>

  /// Shows the instant until it is set to another.
  public init(_ start: Timestamp) {
    milliseconds = Mutex(start.milliseconds)
  }

  /// The instant that was last set.
  public var now: Timestamp {
    Timestamp(milliseconds: milliseconds.withLock { $0 })
  }

  /// Shows another instant, before or after.
  public func set(_ instant: Timestamp) {
    milliseconds.withLock { $0 = instant.milliseconds }
  }

  /// Moves the hands by milliseconds, which may be negative.
  public func advance(byMilliseconds amount: Int64) {
    milliseconds.withLock { $0 += amount }
  }
}
