/// How to wait between attempts, before a timeout and between polls.
///
/// ```swift
/// struct AnnouncingDelayer: OperationDelayer {
///   let base: any OperationDelayer
///   let announce: @Sendable (OperationDuration) -> Void
///
///   func delay(for duration: OperationDuration) async throws {
///     announce(duration)
///     try await base.delay(for: duration)
///   }
/// }
/// ```
public protocol OperationDelayer: Sendable {
  /// Waits for the given duration.
  ///
  /// - Parameter duration: How long; nothing is waited for zero or less.
  /// - Throws: `CancellationError` as soon as the current task is cancelled.
  func delay(for duration: OperationDuration) async throws
}

/// A delayer that sleeps on a clock.
public struct ClockDelayer<C: Clock>: OperationDelayer where C.Duration == Duration {
  private let clock: C

  /// Sleeps on the given clock.
  public init(clock: C) {
    self.clock = clock
  }

  /// Sleeps on the clock, at most a century at a time so that no deadline overflows.
  public func delay(for duration: OperationDuration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    try await clock.sleep(for: min(duration, .seconds(3_155_760_000)), tolerance: nil)
  }
}

/// A delayer that does not wait.
public struct NoDelayer: OperationDelayer {
  /// Has no state.
  public init() {}

  /// Returns at once, or throws `CancellationError` if the current task is cancelled.
  public func delay(for duration: OperationDuration) async throws {
    try Task.checkCancellation()
  }
}

/// A delayer of any kind.
public struct AnyDelayer: OperationDelayer {
  private let base: any OperationDelayer

  /// Wraps the given delayer.
  public init(_ base: any OperationDelayer) {
    self.base = base
  }

  /// Waits as the wrapped delayer does.
  public func delay(for duration: OperationDuration) async throws {
    try await base.delay(for: duration)
  }
}

extension OperationDelayer where Self == ClockDelayer<ContinuousClock> {
  /// A delayer that suspends the task for real time.
  public static var taskSleep: Self { ClockDelayer(clock: ContinuousClock()) }
}

extension OperationDelayer where Self == NoDelayer {
  /// A delayer that does not wait.
  public static var noDelay: Self { NoDelayer() }
}

extension OperationDelayer where Self == AnyDelayer {
  /// A delayer that sleeps on the given clock.
  public static func clock(_ clock: any Clock<Duration>) -> Self {
    func wrap(_ clock: some Clock<Duration>) -> AnyDelayer {
      AnyDelayer(ClockDelayer(clock: clock))
    }
    return wrap(clock)
  }
}

extension OperationContext {
  /// How runs wait; real time by default.
  public var operationDelayer: any OperationDelayer {
    get { self[OperationDelayerKey.self] }
    set { self[OperationDelayerKey.self] = newValue }
  }

  private enum OperationDelayerKey: Key {
    static var defaultValue: any OperationDelayer {
      ClockDelayer(clock: ContinuousClock())
    }
  }
}
