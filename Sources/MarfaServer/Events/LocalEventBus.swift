import Synchronization

/// The bus of a server that is one process.
public final class LocalEventBus: EventBus {
  private struct State {
    var next = 0
    var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
    var followers: [Int: @Sendable (CommittedEvents?) -> Void] = [:]

    mutating func number() -> Int {
      next += 1
      return next
    }
  }

  private let state = Mutex(State())

  /// A bus that nobody has subscribed to.
  public init() {}

  /// Tells every follower, then wakes every subscriber.
  public func publish(_ committed: CommittedEvents?) {
    let (followers, subscribers) = state.withLock {
      (Array($0.followers.values), Array($0.subscribers.values))
    }
    for follower in followers { follower(committed) }
    for subscriber in subscribers { subscriber.yield() }
  }

  /// Wakes from now on; one is kept while the subscriber is busy.
  public func subscribe() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(
      // A wake means "look", and looking once is enough.
      bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      let number = state.number()
      state.subscribers[number] = continuation
      return number
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Tells a function until the result is released.
  public func follow(
    _ body: @escaping @Sendable (CommittedEvents?) -> Void
  ) -> EventFollowing {
    let number = state.withLock { state in
      let number = state.number()
      state.followers[number] = body
      return number
    }
    return EventFollowing { [weak self] in
      _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
    }
  }
}
