import Foundation
import GRDB

extension StoreWriter {
  /// A batch has at most this many changes, so that one answer does not take long.
  static let batchCount = 100
  /// A batch has at most about this many bytes, unless one change alone has more.
  static let batchBytes = 512 << 10

  /// Claims what may be sent now, as one request.
  func drainExchange() throws -> Exchange? {
    guard try activeHold() == nil else { return nil }
    let profile = try syncState.readProfile()
    // A key that may write nothing sends nothing; what waits is counted all the same.
    if profile.rights?.mayWrite == false { return nil }
    if let question = try questionBetween() { return question }
    let options = profile.binding
    let isBatch = profile.mutationBatch > 1
    let limit = isBatch ? min(profile.mutationBatch, Self.batchCount) : 1
    let bytes = min(Self.batchBytes, (profile.bodyBytes ?? .max) / 2)
    let claimed = try claim(limit: limit, byteLimit: bytes, options)
    guard let first = claimed.first else { return nil }
    guard isBatch, claimed.count > 1 else {
      return Exchange(
        work: .drain, subject: .mutation(first), request: Self.request(first.request))
    }
    let body = MutationBatchBody(mutations: claimed.map(\.request)).json
    return Exchange(
      work: .drain, subject: .batch(claimed),
      request: SyncRequest("POST", "/mutations", body: body))
  }

  /// Asks about what an answer to a change that was sent before has left open.
  private func questionBetween() throws -> Exchange? {
    let isOpen = try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT 1 FROM doubtful WHERE needs_person = \(Self.isAnsweredAgain) LIMIT 1"))
    guard isOpen != nil else { return nil }
    try forgetHeard()
    var question = try confirmExchange()
    question?.work = .drain
    return question
  }

  private static func request(_ mutation: MutationBatchBody.Mutation) -> SyncRequest {
    let parts = mutation.path.split(separator: "?", maxSplits: 1)
    let query = parts.count == 2 ? URLComponents(string: "?" + parts[1])?.queryItems : nil
    return SyncRequest(
      mutation.method, String(parts[0]), query: query ?? [],
      headers: ["Idempotency-Key": mutation.id], body: mutation.body)
  }

  /// Applies the answers to a batch.
  func settleBatch(
    _ mutations: [ClaimedMutation], _ response: TransportResponse, _ policy: SyncPolicy
  ) throws -> ExchangeOutcome {
    // What is not JSON has no results either.
    guard response.status == 200,
      let results = (try? JSONParser.parse(response.body))?.objectValue?["results"]?.arrayValue
    else {
      if response.isForeign {
        return try fail(
          .transient(message: response.foreignWords, retryAfter: nil), of: mutations,
          policy)
      }
      // The batch as a whole was not understood: each is sent alone, and judged alone.
      var profile = try syncState.readProfile()
      profile.mutationBatch = 0
      try syncState.set(SyncState.profile, to: StoredJSON.text(of: profile))
      for mutation in mutations { try release(mutation.id) }
      return ExchangeOutcome(progress: .more)
    }
    var replies: [String: MutationReply] = [:]
    for result in results {
      let members = result.objectValue ?? [:]
      guard let id = members["id"]?.stringValue, let status = members["status"]?.integerValue
      else { continue }
      replies[id] = MutationReply(
        status: Int(clamping: status), body: members["body"] ?? .null,
        retryAfter: response.retryAfter)
    }
    return try settleMutations(
      mutations.map { ($0, replies[$0.id] ?? MutationReply(status: 424, body: .null)) }, policy)
  }

  /// Applies the answers to changes, in their order.
  func settleMutations(
    _ answered: [(mutation: ClaimedMutation, reply: MutationReply)], _ policy: SyncPolicy
  ) throws -> ExchangeOutcome {
    var outcome = ExchangeOutcome(progress: .more)
    let table = QueueTable(db: db)
    try endHold()
    for (mutation, reply) in answered {
      // One that was removed, as with an item that went, has nothing to be reported.
      guard let row = try table.row(id: mutation.id) else { continue }
      switch MutationVerdict(reply, to: mutation) {
      case .confirmed(let answer):
        if case .item(let confirmed) = answer { outcome.answered.append(confirmed.item) }
        try acknowledge(row, answer)
        if mutation.isTrashing { try bringBack(row, state: .trashed) }
      case .conflict(let error): outcome.events += try settle(error, of: row, policy)
      case .refused(_, _, 403) where row.intent.isOrigin: try keepNoOrigins(after: row)
      case .refused(ErrorCode.invalidTransition, _, _) where row.intent.kind == .transitionItem:
        // The other side's trash is reported by the stream.
        try table.remove(row.key)
        try showConfirmed(row.intent.item)
      case .refused(let code, let message, let status):
        let (refusal, error) = try refusal(of: row, code, message, status, reply)
        outcome.events += try drop(row, refusal, error: error)
      case .alreadyThere(let id): try adoptTwin(row, id)
      case .sentByCopy: try renew(row)
      case .waits: try release(row.id)
      case .transient(let message, let retryAfter):
        try hold(reply.status, message, retryAfter: retryAfter, policy)
        outcome.events += try postpone(
          row, NetworkError(message: message), retryAfter: retryAfter, policy)
        outcome.progress = .failed(
          .transient(message: message, retryAfter: retryAfter, status: reply.status))
      case .signedOut:
        try release(row.id)
        outcome.progress = .failed(.signedOut)
      }
    }
    return outcome
  }

  /// Sends no origins of imports to this server any more: a note without one is better than a
  /// refusal for each note.
  private func keepNoOrigins(after row: QueueRow) throws {
    try syncState.set(SyncState.keepsNoOrigins, to: "1")
    try QueueTable(db: db).remove(row.key)
    try settle(row.intent.item)
  }

  /// Lets a change wait for its next attempt, or refuses it after the last one.
  func postpone(
    _ row: QueueRow, _ error: NetworkError, retryAfter: Duration?, _ policy: SyncPolicy
  ) throws -> [SyncEvent] {
    if let maximum = policy.maximumAttempts, row.attempt >= maximum {
      return try drop(
        row, MutationRefusal(code: error.code, message: error.message, status: nil), error: error)
    }
    try postpone(
      row, error: error.message,
      until: policy.nextAttempt(after: max(row.attempt, 1), retryAfter: retryAfter, now: now))
    return []
  }

  /// Lets a change be sent again at once.
  func release(_ id: String) throws {
    try db.cachedStatement(sql: "UPDATE mutation SET state = 0 WHERE id = ?")
      .execute(arguments: [id])
  }

  /// Moves a change to the refused ones; what it had done away with comes back.
  func drop(
    _ row: QueueRow, _ refusal: MutationRefusal, error: any Error
  ) throws -> [SyncEvent] {
    let itemId = try itemId(of: row)
    if refusal.code == ErrorCode.itemNotFound, row.intent.kind != .purgeItem,
      try itemId.flatMap({ try purgeRow(of: $0) }) != nil
    {
      // Both sides have removed the item for good.
      try QueueTable(db: db).remove(row.key)
      return []
    }
    try refuse(row, refusal)
    switch row.intent.kind {
    case .purgeItem: try bringBack(row)
    case .deleteEdge:
      if let edge = try row.intent.base.map({ try StoredJSON.value(Edge.self, $0) }) {
        _ = try adopt(edge)
      }
    case .createEdge:
      // It is kept among the refused ones and would otherwise look like the server's.
      if let id = row.intent.subject { try forgetEdge(id: id) }
    default: break
    }
    return [
      .mutationDropped(
        kind: row.intent.kind, itemId: itemId, attempt: row.attempt, error: error)
    ]
  }

  /// Shows an item again that was purged here and that the server keeps.
  private func bringBack(_ row: QueueRow, state: ItemState? = nil) throws {
    guard var purged = try row.intent.base.map({ try StoredJSON.value(PurgedItem.self, $0) })
    else { return }
    purged.item.state = state ?? purged.item.state
    _ = try adopt(
      ConfirmedItem(purged.item, tags: purged.tags, extensions: purged.extensions))
    try linkRefusedPurge(of: purged.item.id)
  }

  /// Asks under a new id for what a copy of this store has asked for with other values: a copy that
  /// was taken to another machine, or one of which this store is the backup.
  ///
  /// A creation becomes an update that was made on nothing: the server has the item, and says how
  /// both differ.
  private func renew(_ row: QueueRow) throws {
    guard row.intent.kind == .createItem, let key = row.intent.item,
      var record = try record(key: key)
    else {
      return try db.cachedStatement(
        sql: "UPDATE mutation SET id = ?, state = 0, attempt = 0 WHERE key = ?"
      ).execute(arguments: [environment.ids.nextId(), row.key])
    }
    try showAsked(by: row, of: &record)
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET id = ?, kind = ?, detail = ?, request = NULL, base_version = 0,
          base = NULL, state = 0, attempt = 0 WHERE key = ?
        """
    ).execute(arguments: [
      environment.ids.nextId(), MutationKind.updateItem.rawValue,
      QueueTable.text(try storedProperties(of: record).keys.sorted()), row.key,
    ])
  }

  /// Shows what a creation asked for, but for what was changed since.
  ///
  /// The stream may have reported the server's item before the answer came, and so in the place of
  /// this one.
  private func showAsked(by row: QueueRow, of record: inout ItemRecord) throws {
    let shown = try storedProperties(of: record)
    var asked = try produced(by: row)
    for later in try QueueTable(db: db).rows(of: record.key)
    where later.key > row.key && later.intent.kind == .updateItem {
      for name in later.intent.detail { asked[name] = nil }
    }
    let mine = PropertiesPatch.apply(asked, to: shown)
    if mine != shown { try writeProperties(mine, to: &record, type: resolvedType(record.type)) }
  }

  /// Takes over the server's id of an edge that it has already.
  private func adoptTwin(_ row: QueueRow, _ id: String) throws {
    let old = row.intent.subject ?? id
    if id != old { try rekeyEdge(from: old, to: id) }
    let table = QueueTable(db: db)
    if try table.isQueued(.deleteEdge, subject: id) {
      // It was deleted here since: the server has it, and is asked to delete it.
      try table.setBase(StoredJSON.text(of: edge(askedBy: row, id: id)), ofDeletion: id)
      try forgetEdge(id: id)
    } else {
      try db.cachedStatement(sql: "UPDATE edge SET is_confirmed = 1 WHERE id = ?")
        .execute(arguments: [id])
    }
    try table.remove(row.key)
  }

  /// The edge that a creation asked for.
  private func edge(askedBy row: QueueRow, id: String) throws -> Edge {
    let body = try row.request.map { try StoredJSON.object($0) } ?? [:]
    let ends = row.intent.references
    let time = Timestamp(milliseconds: now).iso8601
    return Edge(
      id: id, sourceId: ends.first { $0.role == .source }?.id ?? "",
      targetId: ends.first { $0.role == .target }?.id ?? "",
      edgeType: body["edge_type"]?.stringValue ?? "",
      properties: body["properties"]?.objectValue ?? [:], createdAt: time, updatedAt: time)
  }
}
