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
    takeOwn(presence)
    if wantsToTellPresence { act(machine.on(.changed)) }
  }

  /// Takes the own presence, which goes out with the next exchange.
  func takeOwn(_ presence: [String: String]?) {
    guard let presence, replica.presences[replica.actor] != presence else { return }
    replica.takePresence(presence)
    guard status == .attached else { return }
    publish(PresenceChangedEvent(value: PeerElement(replica.actor, presence)), of: replica.actor)
  }

  /// The others who are there, with their presences.
  var online: [ActorID: [String: String]] { audience.online }

  /// Whether the server has another presence than it should.
  var wantsToTellPresence: Bool {
    audience.waits(for: replica.presences[replica.actor] ?? [:], naming: namingKeys)
  }

  static func elements(_ presences: [ActorID: [String: String]]) -> [PeerElement] {
    presences.sorted { $0.key < $1.key }.map { PeerElement($0.key, $0.value) }
  }

  // MARK: - Watching

  /// Takes what a watch stream reports, unless it was left.
  func hear(_ signal: DocumentWatch.Signal, of number: Int) {
    guard status == .attached, number == watchNumber else { return }
    let before = online
    switch signal {
    case .event(let event): hear(event)
    case .lost: lose()
    case .refused(let error):
      lose()
      settleRefusal(error)
    }
    admit()
    if online != before { companyContinuation?.yield(online) }
  }

  private func hear(_ event: DocumentWatchEvent.Kind) {
    tell(audience.hear(event, as: replica.actor))
    if audience.brings(event, to: replica.checkpoint.serverSequence) {
      if case .changed(_, _, let pack?) = event { hear(pack) } else { act(machine.on(.hinted)) }
    }
    if wantsToTellPresence { act(machine.on(.changed)) }
  }

  /// Takes changes that came without being asked for, if nothing is missing before them.
  private func hear(_ pack: ChangePack) {
    heard.append(pack)
    guard hearing == nil else { return }
    hearing = Task {
      await self.enter()
      var newest: Int64 = 0
      while !self.heard.isEmpty {
        let pack = self.heard.removeFirst()
        newest = pack.checkpoint.serverSequence
        await self.takeHeard(pack)
      }
      self.hearing = nil
      self.leave()
      // What is missing is asked for; else the server learns later how far this copy is.
      let isWhole = self.replica.checkpoint.serverSequence >= newest
      self.act(self.machine.on(isWhole ? .told : .hinted))
    }
  }

  private func takeHeard(_ pack: ChangePack) async {
    guard status == .attached, machine.mode == .realtime,
      pack.follows(replica.checkpoint)
    else { return }
    do {
      try await takeInTurn(pack)
      publish(.synced)
    } catch {
      publish(.failed(error))
    }
  }

  private func tell(_ news: [DocumentAudience.News]) {
    for entry in news {
      switch entry {
      case .opened:
        publish(.connection(.connected))
        publish(InitializedEvent(value: Self.elements(online)))
      case .came(let client, let presence):
        publish(WatchedEvent(value: PeerElement(client, presence)), of: client)
      case .told(let client, let presence):
        publish(PresenceChangedEvent(value: PeerElement(client, presence)), of: client)
      case .went(let client, let presence):
        publish(UnwatchedEvent(value: PeerElement(client, presence)), of: client)
      }
    }
  }

  /// The stream has ended: nobody is seen, and a server that starts again knows no presence.
  func lose() {
    heard = []
    guard audience.lose() else { return }
    publish(.connection(.disconnected))
    publish(InitializedEvent(value: []))
  }
}
