import Documents

extension Document {
  /// The presence of somebody who is there, or the own one while the document is attached.
  ///
  /// - Parameter clientID: Who.
  /// - Returns: The presence; nil for somebody who is not there.
  public func getPresence(_ clientID: ActorID) -> [String: JSONValue]? {
    if clientID == replica.actor { return status == .attached ? getMyPresence() : nil }
    return online[clientID].map(PresenceValue.decoded)
  }

  /// The own presence; empty while the document is not attached.
  ///
  /// - Returns: Names and JSON values.
  public func getMyPresence() -> [String: JSONValue] {
    guard status == .attached else { return [:] }
    return PresenceValue.decoded(replica.presences[replica.actor] ?? [:])
  }

  /// Everybody who is there, this client included while the document is attached.
  ///
  /// - Returns: Their presences, by their ids.
  public func getPresences() -> [PeerElement] {
    var all = online
    if status == .attached { all[replica.actor] = replica.presences[replica.actor] ?? [:] }
    return Self.elements(all)
  }

  /// Tells the others where this client is; only the newest is sent, and nothing is stored.
  ///
  /// - Parameter presence: The whole presence; nil or the same as before changes nothing.
  package func show(_ presence: [String: String]?) {
    guard let presence, replica.presences[replica.actor] != presence else { return }
    replica.takePresence(presence)
    if status == .attached {
      publish(PresenceChangedEvent(value: PeerElement(replica.actor, presence)), of: replica.actor)
    }
    if wantsToTellPresence { act(machine.on(.changed)) }
  }

  /// Whether the server has another presence than it should.
  ///
  /// While nobody else is there it may have an older one, but not an older name: observers are not
  /// seen.
  var wantsToTellPresence: Bool {
    let own = replica.presences[replica.actor] ?? [:]
    guard let told = toldPresence else { return !own.isEmpty }
    guard own != told else { return false }
    return !online.isEmpty || namingKeys.contains { own[$0] != told[$0] }
  }

  static func elements(_ presences: [ActorID: [String: String]]) -> [PeerElement] {
    presences.sorted { $0.key < $1.key }.map { PeerElement($0.key, $0.value) }
  }

  // MARK: - Watching

  /// Takes what a watch stream tells, unless it was left.
  func hear(_ signal: DocumentWatch.Signal, of number: Int) {
    guard status == .attached, number == watchNumber else { return }
    switch signal {
    case .event(let event): hear(event)
    case .lost: lose()
    case .refused(let error):
      lose()
      settleRefusal(error)
    }
    admit()
    companyContinuation?.yield(online)
  }

  private func hear(_ event: DocumentWatchEvent.Kind) {
    switch event {
    case .initialized(let sequence, let others): begin(sequence, others)
    case .watched(let client, let presence): come(client, presence)
    case .unwatched(let client): go(client)
    case .changed(let sequence, let maker):
      // A removal has no number of its own, and no maker.
      let isNews = sequence > replica.checkpoint.serverSequence
      if isNews || maker == nil { act(machine.on(.hinted)) }
    case .presence(let client, let presence?): tell(client, presence)
    case .presence(let client, nil): go(client)
    }
    if wantsToTellPresence { act(machine.on(.changed)) }
  }

  private func begin(_ sequence: Int64, _ others: [ActorID: [String: String]]) {
    let others = others.filter { $0.key != replica.actor }
    if isStreamOpen {
      // The stream was opened again for other documents; nobody noticed.
      for client in online.keys.sorted() where others[client] == nil { go(client) }
      for (client, presence) in others.sorted(by: { $0.key < $1.key }) { come(client, presence) }
    } else {
      isStreamOpen = true
      online = others
      known.merge(others) { $1 }
      publish(.connection(.connected))
      publish(InitializedEvent(value: Self.elements(online)))
    }
    if sequence > replica.checkpoint.serverSequence { act(machine.on(.hinted)) }
  }

  private func come(_ client: ActorID, _ presence: [String: String]) {
    guard client != replica.actor else { return }
    if online[client] != nil { return tell(client, presence) }
    known[client] = presence
    online[client] = presence
    publish(WatchedEvent(value: PeerElement(client, presence)), of: client)
  }

  private func tell(_ client: ActorID, _ presence: [String: String]) {
    guard client != replica.actor else { return }
    known[client] = presence
    guard let former = online[client], former != presence else { return }
    online[client] = presence
    publish(PresenceChangedEvent(value: PeerElement(client, presence)), of: client)
  }

  private func go(_ client: ActorID) {
    known[client] = nil
    guard let last = online.removeValue(forKey: client) else { return }
    publish(UnwatchedEvent(value: PeerElement(client, last)), of: client)
  }

  /// The stream has ended: nobody is seen, and a server that starts again knows no presence.
  func lose() {
    guard isStreamOpen else { return }
    isStreamOpen = false
    online = [:]
    known = [:]
    toldPresence = nil
    publish(.connection(.disconnected))
    publish(InitializedEvent(value: []))
  }
}
