import Documents

/// What is published of a document, other than presences.
enum DocumentNews {
  case localChange(ChangeEvent)
  case remoteChange(ChangeEvent)
  case snapshot
  case status
  case connection(StreamConnectionStatus)
  case synced
  case failed(any Error)
}

extension Document {
  func publish(_ news: DocumentNews) {
    switch news {
    case .localChange(let change):
      publish(change) { LocalChangeEvent(value: $0) }
    case .remoteChange(let change):
      publish(change) { RemoteChangeEvent(value: $0) }
    case .snapshot:
      tell(SnapshotEvent(serverSeq: replica.checkpoint.serverSequence)) { $0 == .path("$") }
    case .status:
      tell(StatusChangedEvent(value: status, actorID: replica.actor)) { $0 == .status }
    case .connection(let value):
      tell(ConnectionChangedEvent(value: value)) { $0 == .connection }
    case .synced:
      tell(SyncStatusChangedEvent(value: .synced, error: nil)) { $0 == .sync }
    case .failed(let error):
      DocumentLog.write(.error, "\(key): \(error)")
      tell(SyncStatusChangedEvent(value: .syncFailed, error: error)) { $0 == .sync }
    }
  }

  /// Tells everybody who listens to presences who is there.
  func publish(_ event: InitializedEvent) {
    tell(event) { if case .presence = $0 { true } else { false } }
  }

  /// Tells those who listen to somebody's presence.
  func publish(_ event: any DocEvent, of client: ActorID) {
    let isOwn = client == replica.actor
    tell(event) {
      $0 == .presence(.presence) || $0 == .presence(isOwn ? .myPresence : .others)
    }
  }

  private func publish(_ change: ChangeEvent, as event: (ChangeInfo) -> any DocEvent) {
    let listeners = subscribers.listeners { if case .path = $0 { true } else { false } }
    for (topic, handler) in listeners {
      guard case .path(let path) = topic else { continue }
      if path == "$" {
        handler(event(ChangeInfo(change)), self)
      } else {
        let steps = change.operations(at: path)
        if !steps.isEmpty { handler(event(ChangeInfo(change, operations: steps)), self) }
      }
    }
  }

  private func tell(
    _ event: any DocEvent, _ isWanted: (DocumentSubscribers.Topic) -> Bool
  ) {
    for (_, handler) in subscribers.listeners(where: isWanted) { handler(event, self) }
  }
}
