import GRDB

extension StoreWriter {
  /// Keeps the state before a change, unless the rule says that it need not be kept.
  func keepVersion(
    of record: ItemRecord, properties: @autoclosure () throws -> [String: JSONValue],
    _ rule: UpdateOptions.Snapshot
  ) throws {
    if rule == .never { return }
    let isPinned = rule == .pinned
    if isPinned { try pinLastVersion(of: record.key) }
    let last = try lastSnapshotTime(of: record.key)
    if case .coalesced(let milliseconds) = rule, let last, now - last < milliseconds { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO version(id, item, version, revision, server_version, created_at, kept_at, device,
          properties, is_pinned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      environment.ids.nextId(), record.key, record.version, record.revision,
      record.syncFlags.isEmpty ? record.serverVersion : nil, record.editedAt, now,
      // What the server does not have was written here.
      record.syncFlags.isEmpty ? record.device : environment.device,
      StoredJSON.text(.object(try properties())), isPinned,
    ])
    // The latest stays whatever the policy says, and the first one is alone.
    if last != nil { try thinVersions(of: record) }
  }

  /// The properties of a kept version: of the server's, or of a revision in a store without a
  /// server.
  func snapshot(of key: Int64, version: Int) throws -> [String: JSONValue]? {
    if try !isConnected { return try snapshot(of: key, revision: version) }
    return try properties(
      "SELECT properties FROM version WHERE item = ? AND server_version = ?", [key, version])
  }

  /// The properties of a kept revision.
  func snapshot(of key: Int64, revision: Int) throws -> [String: JSONValue]? {
    try properties(
      "SELECT properties FROM version WHERE item = ? AND revision = ?", [key, revision])
  }

  /// When a version of the server's was made, as far as it was shown here once and is kept.
  func editedAt(of key: Int64, version: Int) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT created_at FROM version WHERE item = ? AND server_version = ?
        ORDER BY key DESC LIMIT 1
        """)
    return try Int64.fetchOne(statement, arguments: [key, version])
  }

  private func properties(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> [String: JSONValue]? {
    let statement = try db.cachedStatement(sql: sql + " ORDER BY key DESC LIMIT 1")
    return try String.fetchOne(statement, arguments: arguments).map { try StoredJSON.object($0) }
  }

  /// The newest kept state is the nearest to what both sides of a contradiction were made on.
  private func pinLastVersion(of key: Int64) throws {
    try db.cachedStatement(
      sql: """
        UPDATE version SET is_pinned = 1
        WHERE key = (SELECT key FROM version WHERE item = ? ORDER BY revision DESC LIMIT 1)
        """
    ).execute(arguments: [key])
  }

  /// Leaves the item's versions to thinning again, once a person has decided with one of them.
  func unpinVersions(of key: Int64) throws {
    try db.cachedStatement(sql: "UPDATE version SET is_pinned = 0 WHERE item = ? AND is_pinned = 1")
      .execute(arguments: [key])
  }

  private func lastSnapshotTime(of key: Int64) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT kept_at FROM version WHERE item = ? ORDER BY revision DESC LIMIT 1")
    return try Int64.fetchOne(statement, arguments: [key])
  }

  /// Removes the versions that the type's policy no longer keeps, but for pinned ones.
  ///
  /// What counts is when they were replaced: a text of years ago that is changed today was the
  /// present one until today.
  private func thinVersions(of record: ItemRecord) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, revision, kept_at, key FROM version
          WHERE item = ? AND is_pinned = 0 ORDER BY revision DESC
          """),
      arguments: [record.key])
    let snapshots = rows.map { row in
      ItemVersion(
        id: row[0], itemId: record.id, version: row[1], properties: [:],
        createdAt: Timestamp(milliseconds: row[2]).iso8601)
    }
    let policy = try resolvedType(record.type)?.versionPolicy ?? .standard
    let removals = VersionThinning.removals(
      from: snapshots, policy: policy, now: Timestamp(milliseconds: now))
    if removals.isEmpty { return }
    for row in rows where removals.contains(row[0]) {
      try db.cachedStatement(sql: "DELETE FROM version WHERE key = ?").execute(arguments: [row[3]])
    }
  }
}
