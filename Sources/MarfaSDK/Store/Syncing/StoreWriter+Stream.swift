import GRDB

extension StoreWriter {
  /// Applies events of the stream and keeps the id of the last one, in this transaction.
  ///
  /// - Parameters:
  ///   - events: Events, in the stream's order.
  ///   - answered: Items of which an equal event is only reported.
  /// - Returns: What is to be done and reported then.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func apply(
    _ events: [SSEEvent], knowing answered: AnsweredItems = AnsweredItems()
  ) throws -> StreamOutcome {
    var outcome = StreamOutcome()
    var isSetBack = false
    let place = try syncState.readSweep()
    let isPaging = place.map { $0.part != .snapshot } ?? false
    let isReading = try isPaging || hasDoubtful()
    for event in events {
      let change = StreamChange(event)
      if change == .tooOld || change == .ahead {
        outcome.needsSweep = true
        isSetBack = change == .ahead
        // From now on, or from the snapshot on.
        try syncState.set(SyncState.cursor, to: nil)
        break
      }
      outcome.endsUnknown = try change == .unknown && !isNews(event)
      try askAboutTags(change, event, isPaging: isPaging, &outcome)
      if case .item(let item) = change, answered.contains(item) {
        outcome.events.append(.itemUpdated(id: item.id))
      } else {
        try apply(change, &outcome)
      }
      try forgetParted(by: change)
      if place != nil { try markSwept(change) }
      if isReading { try noteHeard(change) }
      if let id = event.id { try syncState.set(SyncState.cursor, to: id) }
    }
    outcome.events += dropped
    if outcome.hasDoubts { try guardRemovals() }
    if outcome.needsSweep { try beginSweep(isSetBack: isSetBack) }
    return outcome
  }

  /// Whether an event moves the place from which the stream goes on.
  private func isNews(_ event: SSEEvent) throws -> Bool {
    guard let id = event.id else { return false }
    return try syncState.value(SyncState.cursor) != id
  }

  private func apply(_ change: StreamChange, _ outcome: inout StreamOutcome) throws {
    switch change {
    case .item(let item):
      let isNew = try record(id: item.id) == nil
      if try adopt(ConfirmedItem(item)) == .adopted {
        outcome.events.append(isNew ? .itemCreated(id: item.id) : .itemUpdated(id: item.id))
      }
    case .itemDeleted(let id):
      try doubt(id)
      outcome.hasDoubts = true
    case .metadata(let id, let tags, let tier, let state):
      if try adopt(metadataOf: id, tags: tags, tier: tier, state: state, extensions: nil)
        == .adopted
      {
        outcome.events.append(.itemUpdated(id: id))
      }
    case .itemExtension(let id, let namespace, let data):
      guard let record = try record(id: id) else { return }
      var extensions =
        try shadow(of: record.key)?.extensions ?? VisibleItem(record, self).extensions
      extensions[namespace] = data
      if try adopt(metadataOf: id, tags: nil, tier: nil, state: nil, extensions: extensions)
        == .adopted
      {
        outcome.events.append(.itemUpdated(id: id))
      }
    case .edge(let edge):
      if try adopt(edge) == .adopted { outcome.events.append(.edgeCreated(id: edge.id)) }
    case .edgeDeleted(let id):
      try forgetEdgeWithItem(id: id)
      // What was sent of it has arrived before; its answer would bring the edge back.
      try db.cachedStatement(
        sql: "DELETE FROM mutation WHERE subject = ? AND item IS NULL AND attempt > 0"
      ).execute(arguments: [id])
      outcome.events.append(.edgeDeleted(id: id))
    case .resync: outcome.needsSweep = true
    case .cursor, .tooOld, .ahead, .unknown: break
    }
  }

  /// An event of an item says nothing of its tags: those of a stranger are asked for, and those of
  /// an item that may slip from a list that is not read yet to one that was.
  private func askAboutTags(
    _ change: StreamChange, _ event: SSEEvent, isPaging: Bool, _ outcome: inout StreamOutcome
  ) throws {
    guard case .item(let item) = change, event.event != "item.created" else { return }
    guard try isPaging || record(id: item.id) == nil else { return }
    try ask(about: item.id)
    outcome.hasDoubts = true
  }

  /// An item that is reported, or linked, was there after an edge of it was removed.
  private func forgetParted(by change: StreamChange) throws {
    switch change {
    case .item(let item): try forgetParted(of: item.id)
    case .metadata(let id, _, _, _), .itemExtension(let id, _, _): try forgetParted(of: id)
    case .edge(let edge): try forgetParted(of: edge.sourceId, edge.targetId)
    default: break
    }
  }

  private func markSwept(_ change: StreamChange) throws {
    switch change {
    case .item(let item): try markSwept(item.id)
    case .edge(let edge): try markSwept(edge.id)
    default: break
    }
  }
}

extension LocalStore {
  /// Applies events of the stream and keeps the id of the last one, in one transaction.
  ///
  /// - Parameters:
  ///   - events: Events, in the stream's order.
  ///   - answered: Items as the server described them in answers of this connection: an equal event
  ///     is reported, and writes nothing.
  /// - Returns: What is to be done and reported then.
  /// - Throws: `StorageError`; nothing is applied then, and the place is as before.
  package func apply(
    _ events: [SSEEvent], knowing answered: AnsweredItems = AnsweredItems()
  ) async throws -> StreamOutcome {
    try await writeBriefly(as: .server) { try $0.apply(events, knowing: answered) }
  }

  /// Forgets the place from which the stream goes on: everything is taken over with the next
  /// connection.
  ///
  /// - Throws: `StorageError`; the place is as before then.
  package func forgetStreamPlace() async throws {
    try await write(as: .server) { try $0.syncState.set(SyncState.cursor, to: nil) }
  }

  /// The id after which the stream goes on; nil for a store that never followed one.
  package func streamCursor() async throws -> String? {
    try await readBriefly { try SyncState(db: $0).value(SyncState.cursor) }
  }

  /// How a stream begins that goes on from the last event that was applied.
  ///
  /// Where it will not say how far it goes, the server is asked about what waits in the queue,
  /// before any of it is sent.
  ///
  /// - Returns: The place, and whether the server will report everything up to its newest event.
  /// - Throws: `StorageError`; nothing is asked about then.
  package func streamStart() async throws -> StreamProgress {
    let start = try await readBriefly { try SyncState(db: $0).streamStart() }
    if !start.isCertain { try await write(as: .server) { try $0.askAboutQueue() } }
    return start
  }
}

extension SyncState {
  /// The place from which the stream goes on, and whether it says how far it goes.
  func streamStart() throws -> StreamProgress {
    try StreamProgress(
      from: value(Self.cursor), isCertain: readProfile().announcesEveryEvent)
  }
}
