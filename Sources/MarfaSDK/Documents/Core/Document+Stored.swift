import Documents

/// A document that a client keeps between processes.
extension Document {
  /// Goes on with what an earlier process stored; nothing is asked of the server before the first
  /// exchange.
  ///
  /// - Parameters:
  ///   - persistence: Where the document is stored, or will be from the first answer on.
  ///   - link: The way to the server.
  ///   - joining: What the document is attached with.
  /// - Returns: Whether something was stored; without that it is to be attached.
  /// - Throws: `DocumentSyncError` for a document that was attached or edited before, or what the
  ///   storage throws; the document is then as it was.
  func goOn(
    with persistence: any DocumentPersistence, _ link: DocumentLink, _ joining: DocumentJoining
  ) async throws -> Bool {
    try check(joining)
    isUsed = true
    do {
      guard let stored = try await persistence.load() else {
        storage = DocumentStorage(persistence: persistence, token: nil, isOwn: true)
        isUsed = false
        return false
      }
      try take(stored, from: persistence, joining)
    } catch {
      isUsed = false
      throw error
    }
    do {
      try await addMissing(joining.initialRoot)
    } catch {
      // Everything is in the store; the next attempt begins with that.
      (replica, storage, needsActor, isUsed) = (empty, nil, false, false)
      throw error
    }
    begin(link, joining.mode)
    return true
  }

  private func take(
    _ stored: StoredDocument, from persistence: any DocumentPersistence,
    _ joining: DocumentJoining
  ) throws {
    // An attachment that was cancelled has left it as it is stored.
    if let storage, storage.token == stored.token { return replica.takePresence(joining.presence) }
    guard replica.localChanges.isEmpty else {
      throw DocumentSyncError(
        .editedTooEarly,
        "\(key) was edited before it was attached, and is stored already; attach it first.",
        key: key)
    }
    storage = DocumentStorage(persistence: persistence, token: stored.token, isOwn: true)
    (needsActor, sharedThrough) = (stored.needsActor, stored.sharedThrough)
    replica = stored.replica
    options.apply(to: &replica)
    replica.takePresence(joining.presence)
  }

  private var empty: Replica {
    var replica = Replica(key: key)
    options.apply(to: &replica)
    return replica
  }

  private func begin(_ link: DocumentLink, _ mode: SyncMode) {
    self.link = link
    status = .attached
    publish(.status)
    act(machine.on(.attached(mode)))
    act(machine.on(.hinted))
    if !replica.localChanges.isEmpty { act(machine.on(.changed)) }
    // A stream that opens says later who is there.
    publish(InitializedEvent(value: []))
    let own = replica.presences[replica.actor] ?? [:]
    publish(PresenceChangedEvent(value: PeerElement(replica.actor, own)), of: replica.actor)
  }

  /// Forgets what is stored of a document that was let go or removed, unless a note has it.
  ///
  /// - Throws: What the storage throws.
  func forgetStored() async throws {
    guard let storage, storage.isOwn else { return }
    try await storage.persistence.forget()
    self.storage = nil
  }

  /// Ends a document that somebody removed.
  func endRemoved() async {
    end()
    do {
      try await forgetStored()
    } catch {
      // The removed document is stored still, and its next exchange finds that out again.
      publish(.failed(error))
    }
  }
}
