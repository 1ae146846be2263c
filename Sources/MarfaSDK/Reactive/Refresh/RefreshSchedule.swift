/// Decides when a query fetches: a value without clock, task or database.
///
/// The first commit after 50 ms without one refreshes at once; later ones coalesce to one refresh
/// per 50 ms. One fetch runs at a time. No timer runs unless a commit waits for it.
package struct RefreshSchedule: Hashable, Sendable {
  /// What happened.
  package enum Event: Hashable, Sendable {
    /// A commit touched what the query reads.
    case changed
    /// The query's owner wants other rows now.
    case requested
    /// The timer that was asked for has gone off.
    case woke
    /// The fetch has ended, well or badly.
    case finished
  }

  /// What to do about it.
  package enum Action: Hashable, Sendable {
    /// Nothing.
    case none
    /// Fetch now.
    case fetch
    /// Say `woke` at that time.
    case wake(at: Duration)
  }

  private enum Need: Int, Comparable {
    case none, refresh, request
    static func < (one: Need, other: Need) -> Bool { one.rawValue < other.rawValue }
  }

  /// The shortest time from one refresh to the next.
  package let interval: Duration
  private var lastRefresh: Duration?
  private var need = Need.none
  private var isFetching = false
  private var deadline: Duration?

  package init(interval: Duration = .milliseconds(50)) {
    self.interval = interval
  }

  /// When the timer goes off that was asked for last; nil when none runs.
  package var timer: Duration? { deadline }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The time since any fixed moment.
  /// - Returns: What to do.
  package mutating func on(_ event: Event, at now: Duration) -> Action {
    switch event {
    case .changed: need = max(need, .refresh)
    case .requested: need = .request
    case .woke: deadline = nil
    case .finished: isFetching = false
    }
    return next(at: now)
  }

  private mutating func next(at now: Duration) -> Action {
    guard !isFetching, need != .none else { return .none }
    if need == .refresh, let lastRefresh, now < lastRefresh + interval {
      guard deadline == nil else { return .none }
      deadline = lastRefresh + interval
      return .wake(at: lastRefresh + interval)
    }
    if need == .refresh { lastRefresh = now }
    need = .none
    isFetching = true
    return .fetch
  }
}
