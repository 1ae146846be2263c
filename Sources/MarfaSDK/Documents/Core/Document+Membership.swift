import Documents

/// What a document is attached with.
struct DocumentJoining: Sendable {
  var presence: [String: String] = [:]
  var mode = SyncMode.realtime
  /// Values of keys that the document lacks.
  var initialRoot: [String: JSONValue] = [:]
  var binding: DocumentEndpoints.Binding?
}

extension Document {
  /// Takes part in the document of the server, which is made if it is not there.
  ///
  /// - Throws: What attaching throws; the document is then as it was, and can be attached again.
  func join(_ link: DocumentLink, as actor: ActorID, _ joining: DocumentJoining) async throws {
    try check(joining)
    isUsed = true
    let isWhole: Bool
    do {
      isWhole = try await attach(link, as: actor, joining)
    } catch {
      isUsed = false
      throw error
    }
    guard status != .removed else {
      await endRemoved()
      throw notAttached
    }
    self.link = link
    status = .attached
    publish(.status)
    try await addMissing(joining.initialRoot)
    if canUndo || canRedo { try await clearHistory() }
    do {
      try await begin(joining.mode)
    } catch {
      // The server still counts it as attached; it says so to the next attachment.
      leaveSilently()
      isUsed = false
      throw error
    }
    // Other modes send the rest by themselves.
    if !isWhole, !joining.mode.sends { act(machine.on(.asked)) }
    let own = replica.presences[replica.actor] ?? [:]
    publish(PresenceChangedEvent(value: PeerElement(replica.actor, own)), of: replica.actor)
  }

  /// Refuses a document that was attached before, and what an updater would refuse.
  func check(_ joining: DocumentJoining) throws {
    guard status == .detached, !isUsed else {
      throw DocumentSyncError(
        .alreadyAttached, "\(key) was attached before; make another document with this key.",
        key: key)
    }
    var trial = Replica(key: key)
    try trial.update { root, _ in try root.set(joining.initialRoot) }
  }

  /// - Returns: Whether everything that was edited before is there now.
  private func attach(
    _ link: DocumentLink, as actor: ActorID, _ joining: DocumentJoining
  ) async throws -> Bool {
    try replica.attach(as: actor)
    if !joining.presence.isEmpty || replica.presences[actor] == nil {
      replica.takePresence(joining.presence)
    }
    var sending = outgoing()
    do {
      try await take(
        link.endpoints.attach(sending.pack, as: actor, to: joining.binding))
    } catch let error as DocumentSyncError where error.reason == .forked {
      // The client edited a document of this key before, and numbered its changes as this one does.
      try replica.attach(as: await link.renew(actor, false))
      sending = outgoing()
      try await take(
        link.endpoints.attach(sending.pack, as: replica.actor, to: joining.binding))
    }
    audience.join(telling: sending.presence ?? [:])
    return sending.isAll(of: replica.checkpoint)
  }

  /// Sets the keys that the document lacks.
  func addMissing(_ values: [String: JSONValue]) async throws {
    guard !values.isEmpty else { return }
    try await edit { replica in
      let known = Set(replica.readingRoot.keys)
      let missing = values.filter { !known.contains($0.key) }
      return try replica.update { root, _ in try root.set(missing) }
    }
  }

  /// Goes on with a document that was attached in an earlier process.
  func resume(_ link: DocumentLink, _ mode: SyncMode) {
    guard status == .detached, !isUsed else { return }
    isUsed = true
    self.link = link
    status = .attached
    publish(.status)
    act(machine.on(.attached(mode)))
    act(machine.on(.hinted))
  }

  /// Begins to exchange, and waits for the first word of the watch stream if there is one.
  ///
  /// - Throws: `CancellationError` for who waits no more, `NetworkError` when it says nothing in
  ///   time.
  private func begin(_ mode: SyncMode) async throws {
    act(machine.on(.attached(mode)))
    if !replica.localChanges.isEmpty { act(machine.on(.changed)) }
    if mode.watches {
      let asker = DocumentAsker()
      firstWord.append(asker)
      let limit = link?.timing.limit(of: asker)
      defer { limit?.cancel() }
      try await asker.wait()
    } else {
      publish(InitializedEvent(value: []))
    }
  }

  /// Changes how the document is kept equal with the server.
  func change(_ mode: SyncMode) throws {
    guard status == .attached else { throw notAttached }
    act(machine.on(.switched(mode)))
  }

  // MARK: - Leaving

  /// Sends what is left and takes part no more.
  ///
  /// - Throws: What the server answers; the document stays attached then.
  func depart() async throws {
    guard status == .attached, let link else { throw notAttached }
    let mode = machine.mode
    act(machine.on(.ended))
    await work?.value
    guard status == .attached else { return }
    do {
      try await sendAhead(link)
      let answer = try await link.endpoints.detach(outgoing().pack, as: replica.actor)
      try await take(answer)
    } catch let error as DocumentSyncError
      where (error.asksForActor || error.reason == .notFound) && replica.localChanges.isEmpty
    {
      // The server does not know this client any more, and there is nothing that it lacks.
      DocumentLog.write(.warn, "\(key) was detached already")
    } catch {
      act(machine.on(.attached(mode)))
      throw error
    }
    if status == .attached { status = .detached }
    end()
    publish(.status)
  }

  /// Sends what the last request cannot hold.
  private func sendAhead(_ link: DocumentLink) async throws {
    while true {
      let sending = outgoing()
      guard !sending.isWhole else { return }
      let known = replica.checkpoint.clientSequence
      try await take(
        link.endpoints.sync(sending.pack, as: replica.actor, direction: .push))
      guard replica.checkpoint.clientSequence > known else {
        throw ResponseDecodingError(message: "The server acknowledged no change of \(key).")
      }
    }
  }

  /// Takes note that the document was removed for everybody.
  func remove() async throws {
    let pack = ChangePack(
      documentKey: key, checkpoint: replica.checkpoint, isRemoved: true)
    try await take(pack)
    end()
  }

  /// Leaves without a word to the server: the client was deactivated, or the process ends.
  func leaveSilently() {
    guard status == .attached else { return }
    status = .detached
    end()
    publish(.status)
  }

  /// Ends everything that goes on.
  func end() {
    act(machine.on(.ended))
    lose()
    link = nil
    let waiting = askers.next + askers.present
    askers = ([], [])
    for asker in waiting { asker.resume(throwing: notAttached) }
    admit()
  }

  /// Lets those go on who waited for the first word of the watch stream.
  func admit() {
    for waiter in firstWord { waiter.resume() }
    firstWord = []
  }

  // MARK: - Watching

  func watch() {
    guard let link else { return }
    watchNumber += 1
    let (key, actor, number) = (key, replica.actor, watchNumber)
    watching = Task { [previous = watching] in
      await previous?.value
      await link.watch.add(key, as: actor) { [weak self] in await self?.hear($0, of: number) }
    }
  }

  func unwatch() {
    guard let link else { return }
    watchNumber += 1
    watching = Task { [key, previous = watching] in
      await previous?.value
      await link.watch.remove(key)
    }
    lose()
    companyContinuation?.yield(online)
    admit()
  }
}
