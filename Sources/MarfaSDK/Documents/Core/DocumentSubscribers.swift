import Synchronization

/// Ends a subscription when it is released.
///
/// ```swift
/// let names: DocumentSubscription = await doc.subscribe("$.names") { event, _ in show(event) }
/// ```
public final class DocumentSubscription: Sendable {
  private let subscribers: DocumentSubscribers
  private let number: Int

  init(_ subscribers: DocumentSubscribers, _ number: Int) {
    (self.subscribers, self.number) = (subscribers, number)
  }

  deinit { subscribers.remove(number) }

  /// Ends the subscription now.
  public func unsubscribe() { subscribers.remove(number) }
}

/// Who listens to a document.
final class DocumentSubscribers: Sendable {
  typealias Handler = @Sendable (any DocEvent, Document) -> Void

  /// What somebody listens to.
  enum Topic: Hashable {
    /// Changes of a path and below; `$` is everything.
    case path(String)
    case presence(PresenceTopic)
    case connection, sync, status
  }

  private struct State {
    var next = 0
    var listeners: [(number: Int, topic: Topic, handler: Handler)] = []
  }

  private let state = Mutex(State())

  /// Adds a listener.
  ///
  /// - Returns: Its number.
  @discardableResult
  func add(_ topic: Topic, _ handler: @escaping Handler) -> Int {
    state.withLock { state in
      state.next += 1
      state.listeners.append((state.next, topic, handler))
      return state.next
    }
  }

  func remove(_ number: Int) { state.withLock { $0.listeners.removeAll { $0.number == number } } }

  func removeAll(of topic: Topic) {
    state.withLock { $0.listeners.removeAll { $0.topic == topic } }
  }

  /// The listeners of topics, in the order in which they were added.
  func listeners(where isWanted: (Topic) -> Bool) -> [(topic: Topic, handler: Handler)] {
    state.withLock { $0.listeners.filter { isWanted($0.topic) }.map { ($0.topic, $0.handler) } }
  }
}
