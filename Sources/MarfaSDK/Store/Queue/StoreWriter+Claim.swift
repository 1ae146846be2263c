import GRDB

/// A row of the queue that is about to be sent, frozen.
package struct ClaimedMutation: Hashable, Sendable {
  /// The mutation's id, which is its idempotency key.
  package var id: String
  /// The verb.
  package var kind: MutationKind
  /// The item that it is of; nil for edges and blobs.
  package var itemId: String?
  /// An edge's id, an extension's namespace or a blob's hash.
  package var subject: String?
  /// The version that it was made on; nil where the server has none.
  package var baseVersion: Int?
  /// How often it was sent, with this time.
  package var attempt: Int
  /// Method, path and body.
  package var request: MutationBatchBody.Mutation

  /// Whether it is a purge that the credential may not do, so that it moves to the trash.
  var isTrashing: Bool { kind == .purgeItem && !request.path.contains("/purge") }
}

extension StoreWriter {
  /// Claims the rows that may be sent now, oldest first: each is bound to the values of now, frozen
  /// and marked as being sent, in this transaction.
  ///
  /// A row that asks for what the server has already is removed instead. The first row is taken
  /// however long it is, the others as long as all have at most `byteLimit` bytes.
  func claim(
    limit: Int, byteLimit: Int = .max, _ options: BindingOptions
  ) throws -> [ClaimedMutation] {
    let table = QueueTable(db: db)
    while true {
      var claimed: [ClaimedMutation] = []
      var removed = false
      var bytes = 0
      var created: Set<String> = []
      for key in try claimableKeys(limit: limit) {
        guard let row = try table.row(key: key) else { continue }
        // An edit of a refused note has become its creation just now.
        if row.intent.references.contains(where: { created.contains($0.id) }) { continue }
        if let mutation = try claim(row, options) {
          bytes += try table.row(key: key)?.request?.utf8.count ?? 0
          if bytes > byteLimit, !claimed.isEmpty {
            try unclaim(row)
            break
          }
          claimed.append(mutation)
          if mutation.kind == .createItem { mutation.itemId.map { _ = created.insert($0) } }
        } else {
          removed = true
        }
      }
      if !claimed.isEmpty || !removed { return claimed }
    }
  }

  /// The rows that may be sent now, in order.
  private func claimableKeys(limit: Int) throws -> [Int64] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT mutation.key, mutation.kind, mutation.subject, mutation.state,
          mutation.next_attempt_at, COALESCE(item.id, mutation.item_id),
          EXISTS (SELECT 1 FROM parked_conflict
            WHERE parked_conflict.item = mutation.item AND NOT \(ParkedText.isText)),
          mutation.side = ? AND mutation.detail = '' AND mutation.request IS NULL
        FROM mutation LEFT JOIN item ON item.key = mutation.item
        WHERE kind <> 'pushDocument' ORDER BY mutation.key
        """)
    var order = QueueOrder(now: now)
    var keys: [Int64] = []
    // Nothing waits for a decision about the text of a document or a file.
    let rows = try Row.fetchCursor(statement, arguments: [SideFields.attachments.rawValue])
    while keys.count < limit, let row = try rows.next() {
      guard let kind = MutationKind(rawValue: row[1]) else { continue }
      let entry = QueueOrder.Entry(
        kind: kind, itemId: row[5], subject: row[2], isInFlight: row[3] == 1,
        nextAttemptAt: row[4], isParked: row[6],
        references: try QueueTable(db: db).referencedIds(of: row[0]), isAttaching: row[7])
      if order.admits(entry) { keys.append(row[0]) }
    }
    return keys
  }

  /// Makes a row what it was before it was claimed.
  private func unclaim(_ row: QueueRow) throws {
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET request = ?, detail = ?, base_version = ?, state = 0, attempt = ?
        WHERE key = ?
        """
    ).execute(arguments: [
      row.request, QueueTable.text(row.intent.detail), row.baseVersion, row.attempt, row.key,
    ])
  }

  private func claim(_ row: QueueRow, _ options: BindingOptions) throws -> ClaimedMutation? {
    if try refuseWithCreation(row) { return nil }
    if try yieldToTrash(row) || parkTrash(row) || settleTrash(row) { return nil }
    if try refuseUnseenPurge(row) { return nil }
    var (row, formerId) = try joiningRefused(row)
    if row.request == nil {
      switch try bind(row, options) {
      case .redundant:
        try QueueTable(db: db).remove(row.key)
        try settle(row.intent.item)
        return nil
      case .request(let body, let baseVersion):
        if let size = Self.excess(body, options) {
          try refuseTooLarge(row, size, formerId: formerId)
          return nil
        }
        (row.request, row.baseVersion) = (StoredJSON.text(body), baseVersion)
        if row.intent.kind == .updateItem {
          // What it does not ask for is the server's again, and shown as the server reports it.
          let asked = body.objectValue?["properties"]?.objectValue ?? [:]
          row.intent.detail.removeAll { asked[$0] == nil }
        }
        if row.intent.kind == .createItem { try bringTrash(with: body, row) }
      }
    }
    row.attempt += 1
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET request = ?, detail = ?, base_version = ?, state = 1, attempt = ?,
          next_attempt_at = NULL WHERE key = ?
        """
    ).execute(arguments: [
      row.request, QueueTable.text(row.intent.detail), row.baseVersion, row.attempt, row.key,
    ])
    return try claimed(row, options)
  }

  /// Notes that this device moved an item to the trash that is created there: the edits that wait
  /// for its creation, and are part of it, are against nobody's trash.
  private func bringTrash(with body: JSONValue, _ creation: QueueRow) throws {
    guard body.objectValue?["state"]?.stringValue == ItemState.trashed.rawValue,
      let item = creation.intent.item
    else { return }
    let table = QueueTable(db: db)
    for row in try table.rows(of: item) where row.intent.kind == .updateItem {
      try table.setKnowsTrash(true, of: row.key)
    }
  }

  private func claimed(_ row: QueueRow, _ options: BindingOptions) throws -> ClaimedMutation {
    let itemId = try itemId(of: row)
    let body = try row.request.map(StoredJSON.parse) ?? .null
    let request = QueuedRequest(
      id: row.id, kind: row.intent.kind, itemId: itemId, subject: row.intent.subject,
      detail: row.intent.detail, references: row.intent.references,
      choosesEdgeId: options.choosesEdgeIds, purges: options.mayPurge,
      purgeCondition: options.conditionsPurges ? try purgeCondition(of: row) : nil)
    return ClaimedMutation(
      id: row.id, kind: row.intent.kind, itemId: itemId, subject: row.intent.subject,
      baseVersion: row.baseVersion, attempt: row.attempt, request: request.mutation(body: body))
  }

  func itemId(of row: QueueRow) throws -> String? {
    guard let key = row.intent.item else { return row.intent.itemId }
    return try String.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM item WHERE key = ?"), arguments: [key])
  }

  /// Copies the values into a row that is no longer to follow its item: one that is refused, parked
  /// or dropped, or whose item goes.
  ///
  /// Answers nil for a row that asks for nothing.
  func freeze(_ row: QueueRow) throws -> QueueRow? {
    if row.isFrozen { return row }
    // What it may say of this device does not depend on when it is sent.
    let offered = try syncState.readProfile().binding
    var options = BindingOptions()
    options.namesDevices = offered.namesDevices
    options.namesStateDevices = offered.namesStateDevices
    guard case .request(let body, let baseVersion) = try bind(row, options) else { return nil }
    var row = row
    (row.request, row.baseVersion) = (StoredJSON.text(body), baseVersion)
    try db.cachedStatement(sql: "UPDATE mutation SET request = ?, base_version = ? WHERE key = ?")
      .execute(arguments: [row.request, baseVersion, row.key])
    return row
  }

  /// Drops the shadow of an item whose last change has gone, and says so in its row.
  func settle(_ item: Int64?) throws {
    guard let item else { return }
    let isUnsent =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM mutation WHERE item = ? LIMIT 1"),
        arguments: [item]) != nil
    let isRefused =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM refused WHERE item = ? LIMIT 1"),
        arguments: [item]) != nil
    let isParked =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM parked_conflict WHERE item = ? LIMIT 1"),
        arguments: [item]) != nil
    var flags: SyncFlags = try isUnsent || hasFailedFile(item) ? .isUnsent : []
    if isRefused { flags.insert(.isRefused) }
    if isParked { flags.insert(.isParked) }
    try db.cachedStatement(
      sql: "UPDATE item SET sync_flags = ?1 WHERE key = ?2 AND sync_flags <> ?1"
    ).execute(arguments: [flags.rawValue, item])
    guard !isUnsent, !isRefused else { return }
    try db.cachedStatement(sql: "DELETE FROM shadow WHERE item = ?").execute(arguments: [item])
  }
}
