import Documents

/// Going on under another actor.
extension Document {
  /// Begins again with the server's document under another actor, and takes over what was not sent.
  ///
  /// - Throws: What the server answers, or what the rescue throws; nothing of what was not sent is
  ///   lost then.
  func rejoin(_ refusal: DocumentSyncError) async throws {
    guard let link else { throw refusal }
    let isForgotten = refusal.reason == .clientNotActive
    var actor = try await link.renew(replica.actor, isForgotten)
    var fresh = joining(as: actor)
    var answer: ChangePack
    do {
      answer = try await link.endpoints.attach(fresh.joiningPack, as: actor)
    } catch let error as DocumentSyncError where isForgotten && error.asksForActor {
      // The client had that one for other documents, and the server has forgotten it, too.
      actor = try await link.renew(actor, true)
      fresh = joining(as: actor)
      answer = try await link.endpoints.attach(fresh.joiningPack, as: actor)
    }
    let told = fresh.presences[actor] ?? [:]
    _ = try fresh.apply(answer)
    await enter()
    defer { leave() }
    // What was made until now, not until the request went out.
    fresh.takePresence(replica.presences[replica.actor])
    fresh.historyDepth = replica.historyDepth
    options.apply(to: &fresh)
    let loss: ActorLoss = refusal.reason == .forked ? .forked : .forgotten
    let shared = sharedThrough ?? refusal.alikeThrough
    try carry(to: &fresh, link, after: shared.map { .shared(through: $0) } ?? loss)
    try await keep(&fresh, refusal)
    (needsActor, sharedThrough) = (false, nil)
    act(machine.on(.ended))
    let mode = machine.mode
    lose()
    replica = fresh
    audience.join(telling: told)
    tellReplaced()
    publish(.snapshot)
    publish(.synced)
    act(machine.on(.attached(mode)))
    if !replica.localChanges.isEmpty || wantsToTellPresence { act(machine.on(.changed)) }
  }

  /// Takes over what was not sent.
  ///
  /// - Throws: ``DocumentSyncError`` with `baseLost` where that cannot be, unless it is to be let
  ///   go; what else the rescue throws.
  private func carry(to fresh: inout Replica, _ link: DocumentLink, after loss: ActorLoss) throws {
    do {
      try link.rescue.carry(from: replica, to: &fresh, after: loss)
    } catch let error as DocumentsError {
      guard startsOver else { throw DocumentSyncError(baseLostOf: key, error) }
      DocumentLog.write(.warn, "\(key) starts over: \(error)")
    }
  }

  private func joining(as actor: ActorID) -> Replica {
    Replica(joining: key, as: actor, presence: replica.presences[replica.actor])
  }

  /// Stores the replica of another actor; what is stored then is the document's.
  private func keep(_ fresh: inout Replica, _ refusal: DocumentSyncError) async throws {
    guard let storage else { return }
    switch try await storage.persistence.replace(
      with: fresh, confirmed: nil, over: storage.token)
    {
    case .stored(let token, _): self.storage?.token = token
    case .superseded(let newer):
      // What was not sent was taken over there, or another process was first.
      guard let newer else { throw refusal }
      self.storage?.token = newer.token
      fresh = newer.replica
      options.apply(to: &fresh)
      fresh.takePresence(replica.presences[replica.actor])
    }
  }

  /// Exchanges once; the server's document takes the place of this one if changes that were not
  /// sent cannot be made in it any more.
  func startOver() async throws {
    startsOver = true
    defer { startsOver = false }
    try await sync()
  }
}
