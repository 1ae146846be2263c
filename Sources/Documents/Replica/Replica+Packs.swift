extension Replica {
  /// What to send to the server: all own changes that it has not acknowledged.
  public func pack() -> ChangePack {
    ChangePack(
      documentKey: key,
      checkpoint: Checkpoint(
        serverSequence: checkpoint.serverSequence,
        clientSequence: checkpoint.clientSequence + UInt32(localChanges.count)),
      changes: localChanges, versionVector: versionVector)
  }

  /// Number of the last own change, or 0.
  public var lastClientSequence: UInt32 { clientSequence }

  /// Drops own changes that the server has, up to a number.
  public mutating func acknowledge(through clientSequence: UInt32) {
    let count = localChanges.prefix { $0.id.clientSequence <= clientSequence }.count
    localChanges.removeFirst(count)
    checkpoint.clientSequence = max(checkpoint.clientSequence, clientSequence)
  }

  /// Takes over what the server sent, and drops what it acknowledges.
  ///
  /// Changes that are already there are ignored. After the others, what the minimum vector of the
  /// pack covers is purged. Costs what the changes cost, whatever the size of the document.
  ///
  /// - Returns: What happened, in order.
  /// - Throws: ``DocumentsError``: `isDamage` or `isOutOfOrder`; the replica is as it was.
  public mutating func apply(_ pack: ChangePack) throws(DocumentsError) -> [ReplicaEvent] {
    var events: [ReplicaEvent] = []
    // An answer that arrives after a later one does not know who came in between.
    let known =
      pack.checkpoint.serverSequence < checkpoint.serverSequence ? [] : others.actors
    if let snapshot = pack.snapshot {
      var result = self
      try result.replace(with: snapshot, acknowledged: pack.checkpoint.clientSequence)
      events = [.snapshot] + (try result.take(pack.changeList))
      self = result
    } else {
      events = try take(pack.changeList)
    }
    localChanges.removeAll { $0.id.clientSequence <= pack.checkpoint.clientSequence }
    checkpoint.merge(pack.checkpoint)
    // An actor that comes back with a fresh replica continues at the number that the server has.
    clientSequence = max(clientSequence, checkpoint.clientSequence)
    if pack.snapshot == nil { settle(pack.versionVector, known) }
    if pack.isRemoved, !isRemoved {
      isRemoved = true
      events.append(.removed)
    }
    return events
  }

  /// Purges what all have seen deleted, and forgets the known actors that `seen` lacks.
  private mutating func settle(_ seen: VersionVector, _ known: [ActorID]) {
    // A pack that only acknowledges has no vector.
    if seen.count > 0 { forget(known.filter { seen[$0] == nil }) }
    purge(seenByAll: seen)
  }

  /// Takes over one change of another replica.
  ///
  /// - Returns: What happened, in order.
  /// - Throws: ``DocumentsError``: `isOutOfOrder` if a change that it builds on is missing, or
  ///   `isDamage`; the replica is as it was.
  public mutating func apply(_ change: Change) throws(DocumentsError) -> [ReplicaEvent] {
    // Until a change can no longer fail, it changes nothing but the elements.
    var events: [ReplicaEvent] = []
    root.beginTransaction()
    do throws(DocumentsError) {
      try integrate(change, into: &events)
    } catch {
      root.rollBack()
      throw error
    }
    root.endTransaction()
    return events
  }

  /// Takes over changes, all or none.
  private mutating func take(_ changes: ChangeList) throws(DocumentsError) -> [ReplicaEvent] {
    let former = (
      others: others, lamport: lamport, ownLamport: ownLamport, presences: presences
    )
    var events: [ReplicaEvent] = []
    events.reserveCapacity(changes.count)
    root.beginTransaction()
    do throws(DocumentsError) {
      try changes.forEachStep { step throws(DocumentsError) in
        switch step {
        case .change(let change): try integrate(change, into: &events)
        case .letters(let run): try integrate(run, into: &events)
        }
      }
    } catch {
      root.rollBack()
      (others, lamport, ownLamport, presences) = former
      throw error
    }
    root.endTransaction()
    return events
  }

  /// How far the time of a change may be ahead of all times seen here.
  ///
  /// Each change that its author had received adds one. Without a bound, one change could use up
  /// the times that all others need.
  private static let longestStep: Int64 = 1 << 32

  /// Takes over letters, all at once if none of them needs a decision of its own.
  private mutating func integrate(
    _ run: LetterRun, into events: inout [ReplicaEvent]
  ) throws(DocumentsError) {
    let first = run.id(of: 0)
    guard !isKnown(first), covers(first), first.lamport - lamport < Self.longestStep,
      let steps = root.insert(run)
    else {
      for change in run.changes { try integrate(change, into: &events) }
      return
    }
    lamport = max(lamport, first.lamport) + Int64(run.letters.count)
    see(run.id(of: run.letters.count - 1))
    for place in run.letters.indices {
      let id = run.id(of: place)
      events.append(
        .remoteChange(
          ChangeEvent(
            actor: id.actor, message: nil, clientSequence: id.clientSequence,
            serverSequence: id.serverSequence, operations: steps.isEmpty ? [] : [steps[place]])))
    }
  }

  private mutating func integrate(
    _ change: Change, into events: inout [ReplicaEvent]
  ) throws(DocumentsError) {
    guard !isKnown(change.id) else { return }
    if change.id.hasClocks {
      guard covers(change.id) else {
        throw DocumentsError(code: .outOfOrder, detail: "a change of \(change.id.actor)")
      }
      guard change.id.lamport - lamport < Self.longestStep else {
        throw .damaged("a time is far ahead of all others")
      }
      let steps = try execute(operationsOf: change)
      lamport = max(lamport, change.id.lamport) + 1
      if root.fault != .unmergedVector || change.presence == nil { see(change.id) }
      events.append(
        .remoteChange(
          ChangeEvent(
            actor: change.id.actor, message: change.message,
            clientSequence: change.id.clientSequence, serverSequence: change.id.serverSequence,
            operations: steps)))
    }
    switch change.presence {
    case .put(let values):
      presences[change.id.actor] = values
      events.append(.presence(change.id.actor, values))
    case .clear:
      presences[change.id.actor] = nil
      events.append(.presence(change.id.actor, nil))
    case nil: break
    }
  }

  /// Carries out the operations of a change.
  ///
  /// - Returns: What they did.
  private mutating func execute(operationsOf change: Change) throws(DocumentsError) -> [OpInfo] {
    var steps: [OpInfo] = []
    var next: UInt32 = 1
    for operation in change.operations {
      let at = operation.executedAt
      guard at.lamport == change.id.lamport, at.actor == change.id.actor else {
        throw .damaged("an operation is older or younger than its change")
      }
      guard at.delimiter >= next else { throw .damaged("operations are out of order") }
      next = at.delimiter &+ operation.ticketCount
      let events = try root.take(operation, of: change.id)
      if steps.isEmpty { steps = events } else { steps += events }
    }
    return steps
  }

  /// Whether all that a change builds on is here.
  ///
  /// Of this replica's own actor only changes that were made count, not its present time: else
  /// every other replica would wait for a change that was never made.
  private func covers(_ id: ChangeID) -> Bool {
    id.others.entries.allSatisfy { entry in
      entry.actor == id.actor
        || (entry.actor == actor ? ownLamport : others[entry.actor] ?? -1) >= entry.lamport
    }
  }

  private mutating func see(_ id: ChangeID) {
    others.merge(id.others)
    if id.actor == actor { ownLamport = max(ownLamport, id.lamport) }
    if id.actor != actor, (others[id.actor] ?? -1) < id.lamport { others[id.actor] = id.lamport }
    if others[actor] != nil { others[actor] = nil }
  }

  private mutating func see(_ vector: VersionVector) {
    others.merge(vector)
    others[actor] = nil
  }

  private func isKnown(_ id: ChangeID) -> Bool {
    if id.actor == actor, id.clientSequence <= clientSequence { return true }
    if id.hasClocks, let latest = others[id.actor] { return latest >= id.lamport }
    // Presence alone has no time, and that of a forgotten actor is not remembered.
    return id.serverSequence > 0 && id.serverSequence <= checkpoint.serverSequence
  }

  private mutating func replace(
    with snapshot: [UInt8], acknowledged: UInt32, isLazy: Bool = false
  ) throws(DocumentsError) {
    var state = try Snapshot(decoding: snapshot, isLazy: isLazy)
    state.root.takeSettings(of: root)
    let own = presences[actor]
    root = state.root
    presences = state.presences
    departedLamport = max(departedLamport, state.departedLamport)
    lamport = max(lamport, state.versionVector.maximumLamport, departedLamport) + 1
    ownLamport = max(ownLamport, state.versionVector[actor] ?? 0)
    see(state.versionVector)
    for change in localChanges where change.id.clientSequence > acknowledged {
      for operation in change.operations { _ = try root.execute(operation, by: change.id) }
    }
    if let own { presences[actor] = own }
    history.clear()
  }
}

extension Replica {
  /// A replica from bytes of `snapshot()` that this program stored itself.
  ///
  /// Texts can be read at once; what only editing needs is read by the first edit. The first change
  /// of the actor gets the number 1.
  ///
  /// ```swift
  /// let stored = replica.snapshot()
  /// let again = try Replica(key: "list", actor: ActorID(number: 3), stored: stored)
  /// ```
  /// - Throws: ``DocumentsError`` `isDamage` for other bytes. Damage in what is read later is
  ///   thrown by the first edit, so apply bytes of others as a ``ChangePack`` with a snapshot.
  public init(key: String, actor: ActorID, stored snapshot: [UInt8]) throws(DocumentsError) {
    self.init(key: key, actor: actor)
    try replace(with: snapshot, acknowledged: 0, isLazy: true)
  }

  /// Numbers later own changes after those that the actor made elsewhere.
  ///
  /// For a replica from ``init(key:actor:stored:)`` whose actor made changes before.
  public mutating func resume(after clientSequence: UInt32) {
    self.clientSequence = max(self.clientSequence, clientSequence)
    checkpoint.clientSequence = max(checkpoint.clientSequence, clientSequence)
  }

  /// The whole document as bytes, for a replica that lacks many changes and for the store.
  public func snapshot() -> [UInt8] {
    // Not the present time: others would wait for a change that was never made.
    Snapshot(
      root: root, presences: presences, versionVector: lastChanges,
      departedLamport: departedLamport
    ).encoded()
  }
}
