import Synchronization

/// Drops the values that an observation repeats.
///
/// Without WAL snapshots, which Linux builds of GRDB lack, a pool cannot prove that nothing
/// changed between an observation's first fetch and the moment it begins to listen, so it
/// fetches again and delivers the first value twice. The second delivery is dropped when it
/// equals the first or, for values that cannot be compared, when it was fetched on the writer
/// and no commit happened since the observation started.
///
/// Called on one serial queue at a time; the lock serves the compiler and costs nothing.
final class RepeatFilter<Value: Sendable>: Sendable {
  /// Which repeated values are dropped.
  enum Policy: Sendable {
    /// Only the one that is due to the start.
    case initialOnly
    /// Every value that equals the one before, by the given comparison.
    case all(@Sendable (Value, Value) -> Bool)
  }

  private struct State {
    var delivered = 0
    var last: Value?
  }

  private let policy: Policy
  private let commitsAtStart: Int
  private let state = Mutex(State())

  init(_ policy: Policy, commitsAtStart: Int) {
    self.policy = policy
    self.commitsAtStart = commitsAtStart
  }

  /// Whether a fetched value should be delivered; errors always are.
  func admits(_ tracked: TrackedValue<Value>) -> Bool {
    state.withLock { state in
      state.delivered += 1
      guard case .success(let value) = tracked.result else {
        state.last = nil
        return true
      }
      defer { state.last = value }
      guard let last = state.last else { return true }
      return !isRepeat(value, of: last, number: state.delivered, tracked.commitCount)
    }
  }

  private func isRepeat(
    _ value: Value, of last: Value, number: Int, _ commitCount: Int?
  ) -> Bool {
    switch policy {
    case .all(let areEqual):
      return areEqual(last, value)
    case .initialOnly:
      guard number == 2 else { return false }
      return knownEquality(last, value) ?? (commitCount == commitsAtStart)
    }
  }
}
