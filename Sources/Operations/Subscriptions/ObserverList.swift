import Synchronization

/// Closures that are called with each new value, outside the lock.
final class ObserverList<Value: Sendable>: Sendable {
  private struct State {
    var observers: [Int: @Sendable (Value) -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func add(_ observer: @escaping @Sendable (Value) -> Void) -> OperationSubscription {
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
    return OperationSubscription { [weak self] in
      // Released outside the lock: it may hold other subscriptions to this list.
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    }
  }

  func send(_ value: Value) {
    let observers = state.withLock { $0.observers }
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(value) }
  }
}
