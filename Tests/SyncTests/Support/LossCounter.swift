import Synchronization

/// Lets something go wrong once.
final class LossCounter: Sendable {
  private let state = Mutex(0)

  var count: Int { state.withLock { $0 } }

  func takes() -> Bool {
    state.withLock { count in
      guard count == 0 else { return false }
      count += 1
      return true
    }
  }
}
