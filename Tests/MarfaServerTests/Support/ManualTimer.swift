import Synchronization

/// A clock whose sleepers wake when the test says so.
///
/// `fire` waits for somebody who sleeps that long, so that no test has to guess when.
final class ManualTimer: Clock {
  typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    var wait: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var waiting: [(wait: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let origin = ContinuousClock.now
  private let state = Mutex(State())

  var now: Instant { origin }
  var minimumResolution: Duration { .zero }

  /// Sleeps until it is fired or cancelled.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = origin.duration(to: deadline)
    let token = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          guard state.cancelled.remove(token) == nil else { return nil }
          state.sleepers[token] = Sleeper(wait: wait, continuation: continuation)
          let watchers = state.waiting.filter { $0.wait == wait }.map(\.continuation)
          state.waiting.removeAll { $0.wait == wait }
          return watchers
        }
        guard let watchers else { return continuation.resume(throwing: CancellationError()) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let sleeper = state.sleepers.removeValue(forKey: token) else {
          state.cancelled.insert(token)
          return nil
        }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Wakes everybody who sleeps that long, after waiting for the first.
  func fire(_ wait: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.values.contains(where: { $0.wait == wait }) { return true }
        state.waiting.append((wait, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    let woken = state.withLock { state in
      let woken = state.sleepers.filter { $0.value.wait == wait }
      for token in woken.keys { state.sleepers[token] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
