import Synchronization

/// The bus of a server that is one process.
public final class LocalEventBus: EventBus {
  private struct State {
    var next = 0
    var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Creates a bus that nobody has subscribed to.
  public init() {}

  /// Wakes every subscriber.
  public func publish() {
    let subscribers = state.withLock { Array($0.subscribers.values) }
    for subscriber in subscribers { subscriber.yield() }
  }

  /// Wakes from now on; one is kept while the subscriber is busy.
  public func subscribe() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(
      // A wake means "look", and looking once is enough.
      bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.subscribers[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
    return stream
  }
}
