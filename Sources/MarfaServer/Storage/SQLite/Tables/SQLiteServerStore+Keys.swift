import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Keeps a new key.
  public func createKey(_ key: StoredKey, _ condition: KeyCondition) async throws {
    try await commits.perform { transaction in
      let hasKey = try transaction.db.value("SELECT 1 FROM api_key LIMIT 1", as: Int.self) != nil
      if condition == .first, hasKey {
        throw UnauthorizedError(message: "There is a key already; use it to make more.")
      }
      try transaction.insert(key)
      try transaction.insert(AuditRow(creationOf: key, at: transaction.now))
    }
  }

  /// Every key, oldest first.
  public func keys() async throws -> [StoredKey] {
    try await read { try $0.keys("1") }
  }

  /// The key with a hash, for each request; nil when there is none.
  public func key(hash: String) async throws -> StoredKey? {
    let (known, moment) = environment.keys.key(hash: hash, at: environment.now)
    if let known { return known }
    let key = try lookUp { try $0.keys("hash = ?", [hash]).first }
    if let key { environment.keys.keep(key, readAfter: moment) }
    return key
  }

  /// The key of an id; nil when there is none, as after a revocation.
  public func key(id: String) async throws -> StoredKey? {
    try lookUp { try $0.keys("id = ?", [id]).first }
  }

  /// Notes when keys were last used; unknown ids are ignored.
  public func touchKeys(_ lastUsed: [String: Timestamp]) async throws {
    guard !lastUsed.isEmpty else { return }
    try await commits.perform { transaction in
      for (id, time) in lastUsed {
        try transaction.db.run(
          "UPDATE api_key SET last_used_at = MAX(COALESCE(last_used_at, 0), ?) WHERE id = ?",
          [time.milliseconds, id])
      }
    }
  }
}

extension SQLiteTransaction {
  /// Keeps a new key.
  func insert(_ key: StoredKey) throws {
    let taken = try db.value(
      "SELECT 1 FROM api_key WHERE id = ? OR hash = ?", [key.id, key.hash], as: Int.self)
    guard taken == nil else {
      throw APIError(code: ErrorCode.conflict, message: "The key exists.", status: 409)
    }
    try db.run(
      """
      INSERT INTO api_key(id, hash, source, role, is_platform, label, default_tier,
        permissions, created_at, last_used_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key.id, key.hash, key.source, key.role, key.isPlatform, key.label,
        key.defaultTier?.code, KeyMaps(key).text, key.createdAt.milliseconds,
        key.lastUsedAt?.milliseconds, key.expiresAt?.milliseconds,
      ])
    keysChanged()
  }

  /// Replaces what can change of a key: label, default tier, end and the maps.
  func update(_ key: StoredKey) throws {
    try db.run(
      """
      UPDATE api_key SET label = ?, default_tier = ?, permissions = ?, expires_at = ? WHERE id = ?
      """,
      [
        key.label, key.defaultTier?.code, KeyMaps(key).text, key.expiresAt?.milliseconds, key.id,
      ])
    keysChanged()
  }
}

/// The maps of a key, as one column.
///
/// Read for requests, hence not by `JSONDecoder`.
private struct KeyMaps {
  var types: [String: String]
  var extensions: [String: String]
  var edges: [String: String]
  var metadata: [String: String]
  var documents: [String: String]

  init(_ key: StoredKey) {
    types = key.typePermissions
    extensions = key.extensionPermissions
    edges = key.edgePermissions
    metadata = key.metadataPermissions
    documents = key.documentPermissions
  }

  init(text: String) throws {
    let members = try StoredJSON.object(text)
    func map(_ name: String) -> [String: String] {
      members[name]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
    }
    types = map("types")
    extensions = map("extensions")
    edges = map("edges")
    metadata = map("metadata")
    documents = map("documents")
  }

  var text: String {
    let maps = [
      "types": types, "extensions": extensions, "edges": edges, "metadata": metadata,
      "documents": documents,
    ]
    return StoredJSON.text(maps.mapValues { .object($0.mapValues(JSONValue.string)) })
  }
}

extension Database {
  /// The keys that a condition finds, oldest first.
  func keys(
    _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [StoredKey] {
    try rows(
      """
      SELECT id, hash, label, source, role, default_tier, is_platform, permissions, created_at,
        last_used_at, expires_at FROM api_key WHERE \(condition) ORDER BY key
      """, arguments
    ).map { row in
      let permissions = try KeyMaps(text: row[7])
      return StoredKey(
        id: row[0], hash: row[1], label: row[2], source: row[3], role: row[4],
        defaultTier: (row[5] as Int?).map(ItemTier.init(code:)), isPlatform: row[6],
        typePermissions: permissions.types, extensionPermissions: permissions.extensions,
        edgePermissions: permissions.edges, metadataPermissions: permissions.metadata,
        documentPermissions: permissions.documents,
        createdAt: Timestamp(milliseconds: row[8]),
        lastUsedAt: (row[9] as Int64?).map(Timestamp.init(milliseconds:)),
        expiresAt: (row[10] as Int64?).map(Timestamp.init(milliseconds:)))
    }
  }
}
