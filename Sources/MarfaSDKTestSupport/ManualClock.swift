import Synchronization

/// A clock that does not move until a test moves it.
///
/// A sleeping task wakes when the clock is advanced to the time that it waits for.
///
/// ```swift
/// let clock = ManualClock()
/// let alarm = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(60))) }
/// try await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(60))
/// try await alarm.value
/// ```
public final class ManualClock: Clock, Sendable {
  /// A moment of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// The moment so long after the clock was made.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one moment is before the other.
    public static func < (one: Instant, other: Instant) -> Bool {
      one.offset < other.offset
    }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextToken = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var watchers: [Int: AsyncStream<Int>.Continuation] = [:]

    /// Says how many tasks are asleep now, after each change.
    func reportSleepers() {
      for watcher in watchers.values { watcher.yield(sleepers.count) }
    }
  }

  private let state = Mutex(State())

  /// Shows zero until it is advanced.
  public init() {}

  /// The moment that was last set.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step: none, since any time can be set.
  public var minimumResolution: Duration { .zero }

  /// How many tasks are asleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until as many tasks are asleep as given; returns at once if they are.
  ///
  /// - Parameter count: How many, 0 or more.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func waitForSleepers(_ count: Int) async throws {
    // Each count is kept: one that lasts for a moment must be seen, too.
    let (counts, watcher) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .unbounded)
    let token = state.withLock { state in
      state.nextToken += 1
      state.watchers[state.nextToken] = watcher
      watcher.yield(state.sleepers.count)
      return state.nextToken
    }
    defer { state.withLock { $0.watchers[token] = nil } }
    for await asleep in counts where asleep == count { return }
    throw CancellationError()
  }

  /// Moves the clock and wakes the tasks that are due, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for token in due.keys { state.sleepers[token] = nil }
      if !due.isEmpty { state.reportSleepers() }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// Waits until the clock has been advanced that far.
  ///
  /// - Parameters:
  ///   - deadline: When to wake; at once if it has passed.
  ///   - tolerance: Of no account.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let token = state.withLock { state in
      state.nextToken += 1
      return state.nextToken
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(deadline: deadline, continuation: continuation), token)
      }
    } onCancel: {
      cancel(token)
    }
  }

  private func add(_ sleeper: Sleeper, _ token: Int) {
    enum Outcome { case asleep, due, cancelled }
    let outcome = state.withLock { state -> Outcome in
      if state.cancelled.remove(token) != nil { return .cancelled }
      if sleeper.deadline <= state.now { return .due }
      state.sleepers[token] = sleeper
      state.reportSleepers()
      return .asleep
    }
    switch outcome {
    case .asleep: break
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  private func cancel(_ token: Int) {
    let sleeper = state.withLock { state in
      // The cancellation may come before the sleep has begun.
      if state.sleepers[token] == nil { state.cancelled.insert(token) }
      defer { state.reportSleepers() }
      return state.sleepers.removeValue(forKey: token)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
