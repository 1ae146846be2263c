extension Replica {
  /// Takes over changes that this replica's actor made in another copy of the replica.
  ///
  /// They are numbered after the changes that are here, and wait for the server as if they had been
  /// made here. What others did meanwhile in either copy is no matter.
  ///
  /// - Returns: The changes with their numbers.
  /// - Throws: ``DocumentsError``: `isOutOfOrder` when a change is not newer than the last own one,
  ///   so that two copies went on from one state; the replica is as it was.
  @discardableResult
  package mutating func commit(_ changes: [Change]) throws(DocumentsError) -> [Change] {
    let former = (
      others: others, lamport: lamport, ownLamport: ownLamport, presences: presences,
      sent: localChanges.count, number: clientSequence
    )
    root.beginTransaction()
    do throws(DocumentsError) {
      for change in changes {
        let next = change.numbered(clientSequence + 1)
        try execute(own: next)
        clientSequence += 1
        localChanges.append(next)
      }
    } catch {
      root.rollBack()
      (others, lamport, ownLamport) = (former.others, former.lamport, former.ownLamport)
      (presences, clientSequence) = (former.presences, former.number)
      localChanges.removeLast(localChanges.count - former.sent)
      throw error
    }
    root.endTransaction()
    return Array(localChanges[former.sent...])
  }

  /// Goes on from a copy that was stored: its content, and the changes that came after, in the
  /// order in which the copy took them.
  ///
  /// - Parameters:
  ///   - key: Key of the document.
  ///   - actor: Who edits.
  ///   - snapshot: Bytes of `snapshot()` of the copy; nil for an empty document.
  ///   - log: What came after that and is not waiting.
  ///   - unsent: The own changes that the server has not acknowledged, oldest first; the snapshot
  ///     may have the effect of the first ones.
  ///   - checkpoint: How far the server and the copy knew each other.
  /// - Throws: ``DocumentsError`` for bytes that no replica stored.
  package init(
    key: String, actor: ActorID, stored snapshot: [UInt8]?, log: [Change], unsent: [Change],
    checkpoint: Checkpoint
  ) throws(DocumentsError) {
    if let snapshot {
      try self.init(key: key, actor: actor, stored: snapshot)
    } else {
      self.init(key: key, actor: actor)
    }
    for change in log {
      if change.id.actor == actor { try execute(own: change) } else { _ = try apply(change) }
    }
    clientSequence = checkpoint.clientSequence
    self.checkpoint = checkpoint
    let known = ownLamport
    for change in unsent {
      if change.id.lamport > known {
        try commit([change])
      } else {
        clientSequence += 1
        localChanges.append(change.numbered(clientSequence))
      }
    }
  }

  private mutating func execute(own change: Change) throws(DocumentsError) {
    guard change.id.actor == actor, !change.id.hasClocks || change.id.lamport > ownLamport else {
      throw DocumentsError(code: .outOfOrder, detail: "two copies of \(actor) went on")
    }
    for operation in change.operations { _ = try root.execute(operation, by: change.id) }
    if change.id.hasClocks {
      ownLamport = change.id.lamport
      lamport = max(lamport, ownLamport)
      others.merge(change.id.others)
    }
    switch change.presence {
    case .put(let values): presences[actor] = values
    case .clear: presences[actor] = nil
    case nil: break
    }
  }
}

extension Change {
  /// The same change with another number at its client.
  package func numbered(_ clientSequence: UInt32) -> Change {
    Change(
      id: ChangeID(
        clientSequence: clientSequence, serverSequence: id.serverSequence, lamport: id.lamport,
        actor: id.actor, others: id.others),
      message: message, operations: operations, presence: presence)
  }
}
