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
  }

  private let handle: @Sendable (StoreEmission) -> Void
  private let delivery: OperationDelivery
  private let scope: OperationRun?
  private let contents = Mutex(Contents())

  init<State: OperationState>(
    handler: OperationEventHandler<State>, delivery: OperationDelivery, scope: OperationRun?
  ) {
    self.handle = { handler.handle($0) }
    self.delivery = delivery
    self.scope = scope
  }

  /// Queues an event; called under the store's lock.
  func put(_ emission: StoreEmission) {
    guard emission.isMeant(forSubscriberOf: scope) else { return }
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
    let isOurs = contents.withLock { contents in
      guard contents.activity == .idle, !contents.queue.isEmpty else { return false }
      contents.activity = .draining
      return true
    }
    guard isOurs else { return }
    switch delivery {
    case .immediate: drain()
    // The task owns nothing and ends when the queue is empty.
    case .actor(let actor): Task { await drain(on: actor) }
    }
  }

  /// Drops what is queued and everything to come.
  func cancel() {
    contents.withLock { contents in
      contents.activity = .cancelled
      contents.queue = []
    }
  }

  private func drain(on actor: isolated any Actor) {
    drain()
  }

  private func drain() {
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
