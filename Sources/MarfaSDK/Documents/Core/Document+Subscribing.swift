import Documents

/// Whose presence somebody listens to.
public enum PresenceTopic: Hashable, Sendable {
  /// Everybody's.
  case presence
  /// The own one.
  case myPresence
  /// That of the others.
  case others
}

// Each subscription has two forms. The first lasts until it is removed by its topic; the second,
// for a handle that is kept, until the handle is released.
extension Document {
  /// Hears of changes by this client and by others, and of snapshots.
  ///
  /// Handlers run in the order of what happened, before anything else happens to the document.
  ///
  /// - Parameter handler: Gets the event and the document.
  public func subscribe(_ handler: @escaping @Sendable (any DocEvent, Document) -> Void) {
    subscribers.add(.path("$"), handler)
  }

  /// Hears of changes as the other `subscribe`, until the handle is released.
  @_disfavoredOverload
  public func subscribe(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.path("$"), handler) }

  /// Hears of changes at a path and below; events carry only these steps.
  ///
  /// - Parameters:
  ///   - path: The path, such as `$.todos` or `$.todos.0`.
  ///   - handler: Gets the event and the document.
  public func subscribe(
    _ path: String, _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) { subscribers.add(.path(path), handler) }

  /// Hears of changes of a path as the other `subscribe`, until the handle is released.
  @_disfavoredOverload
  public func subscribe(
    _ path: String, _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.path(path), handler) }

  /// Hears who comes, who goes and what they say of themselves.
  ///
  /// - Parameters:
  ///   - topic: Whose presence.
  ///   - handler: Gets the event and the document.
  public func subscribePresence(
    _ topic: PresenceTopic = .presence,
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) { subscribers.add(.presence(topic), handler) }

  /// Hears of presences as the other `subscribePresence`, until the handle is released.
  @_disfavoredOverload
  public func subscribePresence(
    _ topic: PresenceTopic = .presence,
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.presence(topic), handler) }

  /// Hears whether the watch stream is open.
  ///
  /// - Parameter handler: Gets a ``ConnectionChangedEvent`` and the document.
  public func subscribeConnection(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) { subscribers.add(.connection, handler) }

  /// Hears of the watch stream as the other `subscribeConnection`, until the handle is released.
  @_disfavoredOverload
  public func subscribeConnection(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.connection, handler) }

  /// Hears what came of each exchange with the server.
  ///
  /// - Parameter handler: Gets a ``SyncStatusChangedEvent`` and the document.
  public func subscribeSync(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) { subscribers.add(.sync, handler) }

  /// Hears of exchanges as the other `subscribeSync`, until the handle is released.
  @_disfavoredOverload
  public func subscribeSync(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.sync, handler) }

  /// Hears when the document is attached, detached or removed.
  ///
  /// - Parameter handler: Gets a ``StatusChangedEvent`` and the document.
  public func subscribeStatus(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) { subscribers.add(.status, handler) }

  /// Hears of the status as the other `subscribeStatus`, until the handle is released.
  @_disfavoredOverload
  public func subscribeStatus(
    _ handler: @escaping @Sendable (any DocEvent, Document) -> Void
  ) -> DocumentSubscription { handle(.status, handler) }

  /// Ends all subscriptions of a path.
  ///
  /// - Parameter path: The path; `$` for those without one.
  public func unsubscribe(_ path: String = "$") { subscribers.removeAll(of: .path(path)) }

  /// Ends all subscriptions of a presence.
  ///
  /// - Parameter topic: Whose presence.
  public func unsubscribePresence(_ topic: PresenceTopic = .presence) {
    subscribers.removeAll(of: .presence(topic))
  }

  /// Ends all subscriptions of the watch stream.
  public func unsubscribeConnection() { subscribers.removeAll(of: .connection) }
  /// Ends all subscriptions of exchanges.
  public func unsubscribeSync() { subscribers.removeAll(of: .sync) }
  /// Ends all subscriptions of the status.
  public func unsubscribeStatus() { subscribers.removeAll(of: .status) }

  private func handle(
    _ topic: DocumentSubscribers.Topic, _ handler: @escaping DocumentSubscribers.Handler
  ) -> DocumentSubscription {
    DocumentSubscription(subscribers, subscribers.add(topic, handler))
  }

  /// What others did, in order, for the one copy of the replica that an editor holds.
  ///
  /// Unbounded: a lost change would be a lost edit. A second call ends the first stream.
  package func arrivals() -> AsyncStream<DocumentArrival> {
    arrivalsContinuation?.finish()
    let (stream, continuation) = AsyncStream<DocumentArrival>.makeStream(
      bufferingPolicy: .unbounded)
    arrivalsContinuation = continuation
    return stream
  }

  /// The others who are there, each time that somebody comes, goes or says something.
  ///
  /// The newest alone; a second call ends the first stream.
  package func company() -> AsyncStream<[ActorID: [String: String]]> {
    companyContinuation?.finish()
    let (stream, continuation) = AsyncStream<[ActorID: [String: String]]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    companyContinuation = continuation
    continuation.yield(online)
    return stream
  }

  /// Ends what ``arrivals()`` and ``company()`` gave.
  package func endStreams() {
    arrivalsContinuation?.finish()
    companyContinuation?.finish()
    (arrivalsContinuation, companyContinuation) = (nil, nil)
  }
}
