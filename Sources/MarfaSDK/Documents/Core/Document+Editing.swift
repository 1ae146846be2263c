import Documents

extension Document {
  /// Edits the document in one transaction: all of it happens, or nothing.
  ///
  /// The change is sent by itself as the sync mode says. Subscribers hear of it before this
  /// returns: of the change, then of the presence. If another process has stored something first,
  /// the updater runs once more, on that.
  ///
  /// ```swift
  /// try await doc.update({ root, presence in
  ///   root.title = "Groceries"
  ///   presence.set(["cursor": ["line": 1]])
  /// }, message: "A title")
  /// ```
  ///
  /// - Parameters:
  ///   - updater: Edits the elements and the own presence; it must not keep them.
  ///   - message: What everybody reads about the change.
  /// - Throws: What the updater throws, `DocumentsError`, or `StorageError`; the document is then
  ///   as it was, or as another process has stored it. ``DocumentSyncError`` with `forked` when
  ///   another process was first twice: nothing of the update has happened.
  public func update(
    _ updater: (JSONObject, Presence) throws -> Void, message: String? = nil
  ) async throws {
    await enter()
    defer { leave() }
    try await edit { try $0.update(message: message, updater) }
  }

  /// Whether there is something to undo.
  public var canUndo: Bool { replica.canUndo }
  /// Whether there is something to redo.
  public var canRedo: Bool { replica.canRedo }

  /// Reverses the last own update, and nothing that others did; without one nothing happens.
  ///
  /// - Throws: `DocumentsError` or `StorageError`; the document is as it was. `isTooLarge` for an
  ///   element that no change can bring back: that update is dropped, and the next `undo` reverses
  ///   the one before.
  public func undo() async throws {
    await enter()
    defer { leave() }
    try await edit { try $0.undo() }
  }

  /// Does again what the last `undo` reversed; without one nothing happens.
  ///
  /// - Throws: `DocumentsError` or `StorageError`; the document is as it was. `isTooLarge` as for
  ///   ``undo()``.
  public func redo() async throws {
    await enter()
    defer { leave() }
    try await edit { try $0.redo() }
  }

  /// Forgets what could be undone and redone, also for the processes that come later.
  ///
  /// - Throws: `StorageError`; the history is as it was.
  public func clearHistory() async throws {
    await enter()
    defer { leave() }
    try await storage?.persistence.forgetHistory()
    replica.clearHistory()
  }

  /// Edits the replica, stores what that made, and reports it.
  func edit(_ body: (inout Replica) throws -> ChangeEvent?) async throws {
    if status == .removed {
      throw DocumentSyncError(.removed, "The document \(key) was removed.", key: key)
    }
    let presence = replica.presences[replica.actor]
    guard let made = try await make(body, presence) else { return }
    if !made.event.operations.isEmpty || made.isNumbered { publish(.localChange(made.event)) }
    dropPresence(unless: presence)
    let own = replica.presences[replica.actor]
    if own != presence, status == .attached {
      let element = PeerElement(replica.actor, own ?? [:])
      publish(PresenceChangedEvent(value: element), of: replica.actor)
    }
    if made.isNumbered || wantsToTellPresence { act(machine.on(.changed)) }
  }

  /// Makes an edit and stores it; once more, on what is newer, where another process was first.
  private func make(
    _ body: (inout Replica) throws -> ChangeEvent?, _ presence: [String: String]?
  ) async throws -> (event: ChangeEvent, isNumbered: Bool)? {
    for _ in 0..<2 {
      let count = replica.localChanges.count
      guard let event = try body(&replica) else { return nil }
      let changes = Array(replica.localChanges[count...])
      if try await store(changes) { return (event, !changes.isEmpty) }
      replica.takePresence(presence)
    }
    throw DocumentSyncError(
      .forked, "Other processes edited \(key) at the same moment; edit again.", key: key)
  }

  /// Takes back what an updater said of this client where nothing is to be reported.
  private func dropPresence(unless former: [String: String]?) {
    guard options.disablePresence, replica.presences[replica.actor] != former else { return }
    replica.takePresence(former)
    DocumentLog.write(.warn, "\(key) has no presence; what was set is dropped")
  }

  /// Takes over changes that a copy of the replica made.
  ///
  /// - Parameters:
  ///   - changes: The changes of the copy, oldest first.
  ///   - number: Which of the replicas that took the place of others the copy is of; nil for any.
  ///   - note: What changes with the text of a note; nil for other documents.
  ///   - presence: What others get together with the changes; nil for nothing new.
  /// - Returns: What became of them; a superseded replica is then the document's, too.
  /// - Throws: `DocumentsError` or what the storage throws; nothing is stored then.
  @discardableResult
  package func commit(
    _ changes: [Change], over number: Int? = nil, note: NoteChange? = nil,
    showing presence: [String: String]? = nil
  ) async throws -> DocumentWrite {
    await enter()
    defer { leave() }
    if let number, number != replacements { return .superseded(nil) }
    guard let storage, let token = storage.token else {
      try replica.commit(changes)
      takeOwn(presence)
      act(machine.on(.changed))
      return .stored(token: 0, note: nil)
    }
    var write: DocumentWrite
    do {
      let numbered = try replica.commit(changes)
      write = try await storage.persistence.commit(
        numbered, leadingTo: replica, over: token, note: note)
    } catch {
      try await readAgain()
      throw error
    }
    follow(write)
    if case .stored = write { takeOwn(presence) }
    act(machine.on(.changed))
    return write
  }

  // MARK: - Storage

  /// Stores own changes, unless another process was first; its replica is then the document's.
  ///
  /// - Returns: Whether they are stored.
  private func store(_ changes: [Change]) async throws -> Bool {
    guard let storage, let token = storage.token, !changes.isEmpty else { return true }
    let write: DocumentWrite
    do {
      write = try await storage.persistence.commit(
        changes, leadingTo: replica, over: token, note: nil)
    } catch {
      try await readAgain()
      throw error
    }
    follow(write)
    switch write {
    case .stored: return true
    case .superseded(.some): return false
    case .superseded(nil):
      throw DocumentSyncError(
        .notAttached, "Another process has let go of \(key); make another document with this key.",
        key: key)
    }
  }

  /// Takes over what became of a write.
  func follow(_ write: DocumentWrite) {
    switch write {
    case .stored(let token, _): storage?.token = token
    case .superseded(let newer):
      guard let newer else { return }
      storage?.token = newer.token
      replace(with: newer.replica)
    }
  }

  /// Takes another replica of the same document, and tells everybody.
  func replace(with other: Replica) {
    let presence = replica.presences[replica.actor]
    replica = other
    options.apply(to: &replica)
    replica.takePresence(presence)
    tellReplaced()
    publish(.snapshot)
  }

  /// Tells the copy of an editor that it is to be replaced.
  func tellReplaced() {
    replacements += 1
    arrivalsContinuation?.yield(.replaced(replica, number: replacements))
  }

  /// The replica and the number of those that took the place of others, of one moment.
  package func numberedReplica() -> (replica: Replica, number: Int) { (replica, replacements) }

  /// Which state of the rows this is; nil for a document that is not stored.
  package var storedToken: Int64? { storage?.token }

  /// Takes what is stored, after something could not be stored.
  func readAgain() async throws {
    guard let stored = try await storage?.persistence.load() else { return }
    storage?.token = stored.token
    replace(with: stored.replica)
  }

  /// Looks whether another process has stored something.
  ///
  /// - Throws: What the storage throws.
  package func reload() async throws {
    await enter()
    defer { leave() }
    // An own change may have been on its way to the rows.
    guard let storage, try await storage.persistence.token() != storage.token,
      let stored = try await storage.persistence.load()
    else { return }
    self.storage?.token = stored.token
    replace(with: stored.replica)
    act(machine.on(.changed))
  }

  // MARK: - Turns

  /// Waits until nobody else is within a piece of work that must not be interrupted.
  func enter() async {
    if turns.take() { return }
    await withCheckedContinuation { turns.wait($0) }
  }

  func leave() { turns.pass() }

  /// Waits until the current write has ended, so that the next reader of the store sees it.
  func finishTurn() async {
    await enter()
    leave()
  }
}
