import Collections
import Synchronization

/// The events for one subscriber, called one after the other and outside every lock.
///
/// Events are put in under the store's lock, which gives their order, and taken out afterwards by
/// whichever thread finds nobody else doing so. A handler that changes the store only adds to the
/// queue that is being emptied around it, so it may do anything.
final class Mailbox: Sendable {
  private enum Activity {
    case idle
    /// Somebody takes events out and will find whatever is added now.
    case draining
    case cancelled
  }

  private struct Contents {
    var queue: Deque<StoreEmission> = []
    var activity = Activity.idle

    /// Whether there is something to take out, and nobody who does; it is the caller's task then.
    mutating func begin() -> Bool {
      guard activity == .idle, !queue.isEmpty else { return false }
      activity = .draining
      return true
    }
  }

  private let handle: @Sendable (StoreEmission) -> Void
  private let takes: @Sendable (StoreEvent) -> Bool
  private let delivery: OperationDelivery
  private let scope: OperationRun?
  private let contents = Mutex(Contents())

  init<State: OperationState>(
    handler: OperationEventHandler<State>, delivery: OperationDelivery, scope: OperationRun?
  ) {
    self.handle = { handler.handle($0) }
    self.takes = { handler.takes($0) }
    self.delivery = delivery
    self.scope = scope
  }

  /// Queues an event if the handler takes it; called under the store's lock.
  func put(_ emission: StoreEmission) {
    guard takes(emission.event), emission.isMeant(forSubscriberOf: scope) else { return }
    contents.withLock { contents in
      guard contents.activity != .cancelled else { return }
      if case .actor = delivery, emission.isStateChange, contents.queue.last?.isStateChange == true
      {
        contents.queue.removeLast()
      }
      contents.queue.append(emission)
    }
  }

  /// Calls the handler with what is queued, here or on its actor.
  func deliver() {
    switch delivery {
    case .immediate:
      var emission = contents.withLock { contents in
        contents.begin() ? contents.queue.popFirst() : nil
      }
      while let current = emission {
        handle(current)
        emission = next()
      }
    case .actor(let actor):
      // The task owns nothing and ends when the queue is empty.
      if contents.withLock({ $0.begin() }) { Task { await drain(on: actor) } }
    }
  }

  /// Drops what is queued and everything to come.
  func cancel() {
    // Released outside the lock: what an event brings may do anything at its end.
    _ = contents.withLock { contents in
      contents.activity = .cancelled
      return exchange(&contents.queue, with: [])
    }
  }

  private func drain(on actor: isolated any Actor) {
    while let emission = next() { handle(emission) }
  }

  private func next() -> StoreEmission? {
    contents.withLock { contents in
      guard contents.activity == .draining else { return nil }
      guard let emission = contents.queue.popFirst() else {
        contents.activity = .idle
        return nil
      }
      return emission
    }
  }
}
