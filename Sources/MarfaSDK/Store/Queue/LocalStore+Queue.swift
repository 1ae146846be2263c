import GRDB

extension LocalStore {
  /// Claims the changes that may be sent now, oldest first: builds, freezes and marks them in one
  /// transaction, which must be over before the first byte is sent.
  ///
  /// - Parameters:
  ///   - limit: The maximum number, 1 or more.
  ///   - options: What the server can do.
  /// - Returns: The changes, at most one for each item.
  /// - Throws: `StorageError`; nothing is claimed then.
  package func claimMutations(
    limit: Int, options: BindingOptions = BindingOptions()
  ) async throws -> [ClaimedMutation] {
    try await write(as: .derived) { try $0.claim(limit: limit, options) }
  }

  /// Reads the queue, oldest first.
  ///
  /// - Returns: All rows.
  /// - Throws: `StorageError`.
  package func queueRows() async throws -> [QueueRow] {
    try await read { try QueueTable(db: $0).allRows() }
  }

  /// The keys by which the file refers to items.
  ///
  /// - Parameter ids: The items.
  /// - Returns: Keys by id; none for an unknown item.
  /// - Throws: `StorageError`.
  package func itemKeys(of ids: [String]) async throws -> [String: Int64] {
    try await read { db in
      var keys: [String: Int64] = [:]
      for id in ids {
        keys[id] = try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
      }
      return keys
    }
  }

  /// Stores a change with the caller's own values, which later edits of the item do not alter.
  ///
  /// - Parameters:
  ///   - intent: The change.
  ///   - body: The request's body without ids.
  /// - Returns: The mutation's id.
  /// - Throws: `StorageError`; nothing is written then.
  package func enqueue(_ intent: MutationIntent, body: JSONValue) async throws -> String {
    try await write { writer in
      let id = writer.environment.ids.nextId()
      let table = QueueTable(db: writer.db)
      let version =
        try table.last(of: intent) == nil ? writer.shadowVersion(of: intent.item) : nil
      try table.insert(
        intent, id: id, baseVersion: version, createdAt: writer.now,
        request: StoredJSON.text(body))
      try writer.settle(intent.item)
      return id
    }
  }
}
