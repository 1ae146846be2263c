import Synchronization

/// Gives each event to everybody who listens; what came before somebody listened is not repeated.
final class SyncEventHub: Sendable {
  /// How many events wait for a listener; older ones are lost to it.
  static let capacity = 1_000

  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<SyncEvent>.Continuation] = [:]
  }

  private let state = Mutex(State())

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  /// A fresh stream of what happens from now on.
  var events: AsyncStream<SyncEvent> {
    // A listener that is slow loses the oldest; the store has the truth.
    let (stream, continuation) = AsyncStream<SyncEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.capacity))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Tells everybody that nothing more comes.
  func finish() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  /// Tells everybody.
  func tell(_ events: [SyncEvent]) {
    if events.isEmpty { return }
    for listener in state.withLock({ Array($0.listeners.values) }) {
      for event in events { listener.yield(event) }
    }
  }
}
