import Documents
import MarfaSDK
import MarfaServer

/// Failures of exchanges of documents, and what waits while nobody has a note open.
extension Simulation {
  func fail(
    _ request: NoteRequest, _ error: any Error, _ note: SimulatedNote, _ index: Int
  ) throws {
    let refusal = error as? DocumentSyncError
    switch request.purpose {
    case .activation, .renewalOfAttachment: try leave(note, index)
    case .attachment(_, let isSecond):
      switch refusal?.reason {
      case .clientNotActive where !isSecond:
        let former = try clients[index].store.documentClient()
        send(.activation(clients[index].name), for: .activation(former: former), note, index)
      case .forked where !isSecond:
        send(.activation(clients[index].name), for: .renewalOfAttachment, note, index)
      default: try leave(note, index)
      }
    case .exchange:
      if let refusal, refusal.asksForActor {
        try renew(note, refusal, index)
      } else {
        try on(.failed(Document.failure(of: error)), note, index)
        try end(note, after: error, index)
      }
    case .rejoining(_, let first, isSecond: false)
    where first.reason == .clientNotActive && refusal?.asksForActor == true:
      send(
        .activation(clients[index].name), for: .renewal(first, isSecond: true), note, index)
    case .renewal, .rejoining:
      let isRepeated = note.hasJoinedAgain
      note.hasJoinedAgain = false
      try on(
        .failed(isRepeated ? .passing(after: nil) : Document.failure(of: error)), note, index)
      try end(note, after: error, index)
    case .detachment:
      try leave(note, index)
      // The server does not know this client any more, and there is nothing that it lacks.
      if refusal?.asksForActor == true, note.replica.localChanges.isEmpty {
        try clients[index].store.letGo(ofDocument: note.key)
        try on(.queued, index)
      }
    }
  }

  /// Lets a text be a property again where a failure says so, and ends what nobody has open.
  private func end(_ note: SimulatedNote, after error: any Error, _ index: Int) throws {
    if ReplicaEnd(error) != nil {
      try clients[index].store.releaseDocument(note.key)
      try leave(note, index)
      try on(.queued, index)
    } else if error is ReplicaGone || note.errand != nil {
      try leave(note, index)
      retryRound(index)
    }
  }

  // MARK: - Another actor

  private func renew(
    _ note: SimulatedNote, _ refusal: DocumentSyncError, _ index: Int
  ) throws {
    guard !note.hasJoinedAgain else {
      note.hasJoinedAgain = false
      try on(.failed(.passing(after: nil)), note, index)
      return try end(note, after: refusal, index)
    }
    let known = clients[index].notes.actor
    if refusal.reason == .clientNotActive, let known, known != note.replica.actor {
      return try rejoin(note, as: known, refusal, index, isSecond: false)
    }
    send(.activation(clients[index].name), for: .renewal(refusal, isSecond: false), note, index)
  }

  func rejoin(
    _ note: SimulatedNote, as actor: ActorID, _ refusal: DocumentSyncError, _ index: Int,
    isSecond: Bool
  ) throws {
    let fresh = Replica(
      joining: note.key, as: actor, presence: note.replica.presences[note.replica.actor])
    let call = try DocumentCall.exchange(.attach, fresh.joiningPack, as: actor)
    send(call, for: .rejoining(fresh, refusal, isSecond: isSecond), note, index)
  }

  /// Goes on with the server's document under another actor; the rows take over what was not sent.
  func begin(
    _ note: SimulatedNote, with joining: Replica, _ answer: ChangePack, _ index: Int
  ) throws {
    var fresh = joining
    _ = try fresh.apply(answer)
    fresh.takePresence(note.replica.presences[note.replica.actor])
    let store = clients[index].store
    try notes?.fault.damage(clients[index], beforeRejoining: note.key)
    let write = try store.replace(
      with: fresh, over: note.token, itemId: note.id, field: "body")
    switch write {
    case .stored(let token, _): note.token = token
    case .superseded(let newer):
      guard let newer else { throw ReplicaGone() }
      note.token = newer.token
      fresh = newer.replica
      fresh.presenceTravels = .apart
      fresh.takePresence(note.replica.presences[note.replica.actor])
    }
    try on(.ended, note, index)
    note.replica = fresh
    note.audience.join(telling: joining.presences[joining.actor] ?? [:])
    note.supersede()
    note.hasJoinedAgain = true
    try on(.attached(note.mode), note, index)
    if !note.replica.localChanges.isEmpty || note.wantsToTell { try on(.changed, note, index) }
    if note.errand != nil { try on(.asked, note, index) }
    noticeReplicas(index)
  }

  // MARK: - What waits

  /// Has the processes of a device look what a commit has changed.
  func noticeReplicas(_ index: Int) {
    guard notes != nil else { return }
    let client = clients[index]
    if !client.notes.isLookDue {
      client.notes.isLookDue = true
      push(.note(.look(client: index, life: client.life)), after: Int64(5 + random(100)))
    }
    guard !client.notes.isRoundDue else { return }
    client.notes.isRoundDue = true
    push(.note(.round(client: index, life: client.life)), after: 300)
  }

  private func retryRound(_ index: Int) {
    guard !clients[index].notes.isRoundDue else { return }
    clients[index].notes.isRoundDue = true
    push(.note(.round(client: index, life: clients[index].life)), after: 1_000)
  }

  /// Takes what another process of the device has stored.
  func look(_ index: Int) throws {
    let client = clients[index]
    client.notes.isLookDue = false
    for note in client.notes.open where note.isAttached {
      guard let stored = try client.store.replica(of: note.key) else {
        try leave(note, index)
        continue
      }
      guard stored.token != note.token else { continue }
      note.token = stored.token
      note.replace(with: stored.replica)
      try on(.changed, note, index)
    }
    try on(.queued, index)
  }

  /// Exchanges each note that waits and that nobody has open, and lets go of what was not used for
  /// long.
  func round(_ index: Int) throws {
    let client = clients[index]
    client.notes.isRoundDue = false
    guard let kept = notes?.kept else { return }
    let known = try client.store.knownReplicas()
    for replica in known where replica.isWaiting {
      try hold(replica, for: .exchange, index)
    }
    for replica in known.dropFirst(kept) where !replica.isWaiting {
      try hold(replica, for: .detachment, index)
    }
  }

  private func hold(
    _ known: LocalStore.KnownReplica, for errand: SimulatedNote.Errand, _ index: Int
  ) throws {
    let client = clients[index]
    guard client.notes.all[known.document] == nil,
      let stored = try client.store.replica(of: known.document)
    else { return }
    notes?.opened += 1
    let note = SimulatedNote(known.itemId, number: notes?.opened ?? 0, for: errand)
    note.resume(stored)
    client.notes.all[note.key] = note
    if errand == .detachment {
      let sending = DocumentSending(of: note.replica, for: DocumentAudience())
      let call = try DocumentCall.exchange(.detach, sending.pack, as: note.replica.actor)
      return send(call, for: .detachment, note, index)
    }
    try on(.attached(.manual), note, index)
    try on(.asked, note, index)
  }
}
