import GRDB

/// A server that was restored from its backup holds less, or older states, than this store knows.
///
/// What it lacks stays here as changes that are not sent before a person has answered, once for
/// all.
extension StoreWriter {
  /// The words in `mutation.last_error` of a change that waits for that answer.
  static let setBack = "set_back"

  /// Keeps what the sweep did not bring as creations.
  func holdBackMissing() throws {
    let missing = try Row.fetchAll(
      db,
      sql: """
        SELECT key, id FROM item WHERE server_version IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM swept WHERE swept.id = item.id) ORDER BY key
        """)
    let table = QueueTable(db: db)
    for row in missing {
      let key: Int64 = row[0]
      for waiting in try table.rows(of: key) where !waiting.isFrozen {
        // A creation has the values of now.
        try table.remove(waiting.key)
      }
      try forgetServer(of: key)
      // The server has no document of it either.
      if let replica = try boundReplica(of: key) { try leaveDocument(replica) }
      try hold(MutationIntent(kind: .createItem, item: key), baseVersion: nil)
      for namespace in try ItemReader(db: db).extensions(of: key).keys.sorted() {
        try hold(
          MutationIntent(kind: .setExtension, item: key, subject: namespace), baseVersion: nil)
      }
      try settle(key)
    }
    try holdBackMissingEdges()
  }

  private func holdBackMissingEdges() throws {
    let missing = try Row.fetchAll(
      db,
      sql: """
        SELECT edge.id, source.id, target.id FROM edge
        JOIN item AS source ON source.key = edge.source
        JOIN item AS target ON target.key = edge.target
        WHERE is_confirmed = 1 AND NOT EXISTS (SELECT 1 FROM swept WHERE swept.id = edge.id)
        """)
    for row in missing {
      let id: String = row[0]
      try db.cachedStatement(sql: "UPDATE edge SET is_confirmed = 0 WHERE id = ?")
        .execute(arguments: [id])
      try hold(.creation(ofEdge: id, from: row[1], to: row[2]), baseVersion: nil)
    }
  }

  func hold(_ intent: MutationIntent, baseVersion: Int?) throws {
    let id = environment.ids.nextId()
    try QueueTable(db: db).insert(intent, id: id, baseVersion: baseVersion, createdAt: now)
    try db.cachedStatement(
      sql: "UPDATE mutation SET next_attempt_at = ?, last_error = ? WHERE id = ?"
    ).execute(arguments: [Int64.max, Self.setBack, id])
  }

  /// Asks no longer about changes of an item that the server has by now: another device has sent
  /// them again.
  ///
  /// - Parameters:
  ///   - queued: What is queued of the item.
  ///   - item: The item.
  ///   - isSame: Whether the server has all that is shown here.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func forgetReturned(_ queued: [QueueRow], of item: Int64, isSame: Bool) throws {
    guard isSame else { return }
    var isForgotten = false
    for row in queued where !row.isFrozen {
      let words = try String.fetchOne(
        db.cachedStatement(sql: "SELECT last_error FROM mutation WHERE key = ?"),
        arguments: [row.key])
      guard words == Self.setBack else { continue }
      try QueueTable(db: db).remove(row.key)
      isForgotten = true
    }
    if isForgotten { try settle(item) }
  }

  /// The same of an edge.
  func forgetReturned(edge id: String) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT key FROM mutation WHERE subject = ? AND kind = 'createEdge' AND last_error = ?")
    for key in try Int64.fetchAll(statement, arguments: [id, Self.setBack]) {
      try QueueTable(db: db).remove(key)
    }
  }

  /// Sends what was held back, or gives it up for what the server has.
  func answerSetBack(sendsAgain: Bool) throws {
    if sendsAgain {
      let held = try Int64.fetchAll(
        db,
        sql: """
          SELECT DISTINCT item FROM mutation WHERE last_error = ?
            AND (kind = 'createItem' OR side & ? <> 0) ORDER BY item
          """, arguments: [Self.setBack, SideFields.attachments.rawValue])
      try db.execute(
        sql: "UPDATE mutation SET next_attempt_at = NULL, last_error = NULL WHERE last_error = ?",
        arguments: [Self.setBack])
      return try sendFilesAgain(of: held)
    }
    let table = QueueTable(db: db)
    let keys = try Int64.fetchAll(
      db, sql: "SELECT key FROM mutation WHERE last_error = ? ORDER BY key DESC",
      arguments: [Self.setBack])
    for key in keys {
      guard let row = try table.row(key: key) else { continue }
      try table.remove(key)
      switch row.intent.kind {
      case .createEdge:
        // Another device may have sent it again meanwhile: the server has it then.
        guard let id = row.intent.subject, try !isConfirmed(edge: id) else { continue }
        try forgetEdge(id: id)
      case .createItem:
        guard let item = row.intent.item, let record = try record(key: item) else { continue }
        guard record.serverVersion == nil else {
          try showConfirmed(item)
          continue
        }
        for waiting in try table.rows(of: item) { try table.remove(waiting.key) }
        try purge(record)
      default: try showConfirmed(row.intent.item)
      }
    }
  }

  private func isConfirmed(edge id: String) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT is_confirmed = 1 FROM edge WHERE id = ?")
    return try Bool.fetchOne(statement, arguments: [id]) ?? false
  }

  /// Shows what the server has of an item of which a change has gone.
  func showConfirmed(_ key: Int64?) throws {
    guard let key, let record = try record(key: key) else { return }
    if let shadow = try shadow(of: key), let version = record.serverVersion {
      var item = try Item(record: record, text: text(of: key))
      item.apply(shadow)
      (item.version, item.stateDevice) = (version, record.stateDevice)
      _ = try adopt(
        ConfirmedItem(item, tags: shadow.tags, extensions: shadow.extensions), acceptsOlder: true)
    }
    try settle(key)
  }
}

extension LocalStore {
  /// How many changes wait because the server was set back.
  ///
  /// - Returns: The number; 0 when nobody has to answer anything.
  /// - Throws: `StorageError`.
  package func setBackCount() async throws -> Int {
    try await read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM mutation WHERE last_error = ?",
        arguments: [StoreWriter.setBack]) ?? 0
    }
  }

  /// Sends what a server that was set back lacks, or gives it up; one answer for all.
  ///
  /// - Parameter sendsAgain: Whether it is sent.
  /// - Throws: `StorageError`; nothing is changed then.
  package func answerSetBack(sendsAgain: Bool) async throws {
    try await write(as: .server) { try $0.answerSetBack(sendsAgain: sendsAgain) }
  }

  /// How many items would have been removed by a sweep, had they not been too many.
  ///
  /// - Returns: The number; 0 when nobody has to answer anything.
  /// - Throws: `StorageError`.
  package func doubtfulCount() async throws -> Int {
    try await read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM doubtful WHERE needs_person = 1") ?? 0
    }
  }

  /// Lets the server be asked about the items that a sweep did not bring; those that it does not
  /// have are then removed.
  ///
  /// - Throws: `StorageError`; nothing is changed then.
  package func allowRemovals() async throws {
    try await write(as: .server) {
      // Below 0: asked, and allowed.
      try $0.db.execute(sql: "UPDATE doubtful SET needs_person = -1")
    }
  }
}
