import Foundation

/// A source of the present moment, injected so that expiry can be tested without waiting.
///
/// The documentation's name for it is ``StorageKit/Clock``. At the top level it has another, so
/// that a file that imports this module still means Swift's protocol by `Clock`.
///
/// ```swift
/// struct StoppedClock: StorageKit.Clock {
///   let now = Date(timeIntervalSince1970: 0)
/// }
/// ```
public protocol StorageClock: Sendable {
  /// The present moment.
  var now: Date { get }
}

/// The clock of the operating system.
public struct SystemClock: StorageClock {
  /// Has no state; every one shows the same time.
  public init() {}

  /// The present moment, which may jump when the system's time is set.
  public var now: Date { Date() }
}
