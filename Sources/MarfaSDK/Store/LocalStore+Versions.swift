import GRDB

extension LocalStore {
  /// Lists the kept versions of an item, newest first.
  ///
  /// Their numbers are revisions in a store without a server, else the server's versions, with 0
  /// for a state that the server never had.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The versions, without the present state, each with the time when it was made.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func versions(of id: String) async throws -> [ItemVersion] {
    try await read { db in
      let key = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
      guard let key else { throw ItemErrors.notFound(id) }
      let statement = try db.cachedStatement(
        sql: """
          SELECT id, revision, properties, created_at, device, server_version FROM version
          WHERE item = ? ORDER BY revision DESC, key DESC
          """)
      let isConnected = try SyncState(db: db).isConnected
      return try Row.fetchAll(statement, arguments: [key]).map { row in
        ItemVersion(
          id: row[0], itemId: id, version: isConnected ? row[5] ?? 0 : row[1],
          properties: try StoredJSON.object(row[2]),
          createdAt: Timestamp(milliseconds: row[3]).iso8601, device: row[4], revision: row[1])
      }
    }
  }

  /// When an item's present version was made.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The time, which `updatedAt` may be later than.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func editedAt(of id: String) async throws -> Timestamp {
    try await read { db in
      let statement = try db.cachedStatement(sql: "SELECT edited_at FROM item WHERE id = ?")
      guard let time = try Int64.fetchOne(statement, arguments: [id]) else {
        throw ItemErrors.notFound(id)
      }
      return Timestamp(milliseconds: time)
    }
  }

  /// Restores the properties of a kept version, as a new version.
  ///
  /// No revision is named: what the item is by then is kept as a version in the same transaction.
  ///
  /// - Parameters:
  ///   - version: The number of the version.
  ///   - id: The item's id.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  public func restoreVersion(_ version: Int, of id: String) async throws -> Item {
    try await write {
      try $0.restore(id, to: "Version", version) { try $0.snapshot(of: $1, version: version) }
    }
  }
}

extension LocalStore {
  /// Restores the properties of a kept revision, as a new one.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - id: The item's id.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  public func restoreRevision(_ revision: Int, of id: String) async throws -> Item {
    try await write {
      try $0.restore(id, to: "Revision", revision) { try $0.snapshot(of: $1, revision: revision) }
    }
  }
}

extension StoreWriter {
  /// Gives an item the properties that a snapshot has, if it is kept.
  fileprivate func restore(
    _ id: String, to kind: String, _ number: Int,
    from snapshot: (StoreWriter, _ key: Int64) throws -> [String: JSONValue]?
  ) throws -> Item {
    var record = try existingRecord(id: id)
    guard let old = try snapshot(self, record.key) else {
      throw NotFoundError(
        code: ErrorCode.notFound, message: "\(kind) \(number) is not kept.",
        details: ["id": .string(id), kind.lowercased(): .integer(Int64(number))])
    }
    try restore(old, to: &record)
    return try ItemReader(db: db).existingItem(id: id)
  }

  /// Gives an item the properties of an earlier version, as a new version.
  func restore(_ properties: [String: JSONValue], to record: inout ItemRecord) throws {
    try unpinVersions(of: record.key)
    let patch = PropertiesPatch.difference(
      from: try storedProperties(of: record), to: properties)
    try update(&record, patch: patch, UpdateOptions())
  }
}
