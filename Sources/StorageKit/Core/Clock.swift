import Foundation

/// A source of the present moment, injected so that expiry can be tested without waiting.
public protocol Clock: Sendable {
  /// The present moment.
  var now: Date { get }
}

/// The clock of the operating system.
public struct SystemClock: Clock {
  /// Creates a clock.
  public init() {}

  /// The present moment, which may jump when the system's time is set.
  public var now: Date { Date() }
}
