import GRDB

/// The last confirmed state of an item that has changes here.
struct Shadow: Hashable {
  /// The server's version.
  var version: Int
  /// When the server last changed it, in milliseconds since 1970.
  var updatedAt: Int64
  var state: ItemState
  var tier: ItemTier?
  /// The time that matters, in milliseconds since 1970.
  var timestamp: Int64
  /// Sorted.
  var tags: [String]
  var attachments: [Attachment]
  var properties: [String: JSONValue]
  /// By namespace.
  var extensions: [String: JSONValue]
}

extension StoreWriter {
  /// Copies an item's present state into the shadow, unless it has one.
  func copyShadow(ofKey key: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO shadow(item, version, updated_at, state, tier, timestamp, tags, attachments,
          properties, body, notes, fields, extensions)
        SELECT item.key, item.server_version, item.server_updated_at, item.state, item.tier,
          item.timestamp, item.tags, item.attachments, item.properties, item_text.body,
          item_text.notes, item_text.fields,
          COALESCE((SELECT json_group_object(namespace, json(data)) FROM extension
            WHERE extension.item = item.key), '{}')
        FROM item JOIN item_text ON item_text.item = item.key
        WHERE item.key = ?1 AND item.server_version IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM shadow WHERE shadow.item = ?1)
        """
    ).execute(arguments: [key])
  }

  /// The confirmed state of an item with changes; nil when there is none.
  func shadow(of key: Int64) throws -> Shadow? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT version, updated_at, state, tier, timestamp, tags, attachments, properties, body,
          notes, fields, extensions FROM shadow WHERE item = ?
        """)
    return try Row.fetchOne(statement, arguments: [key]).map { row in
      Shadow(
        version: row[0], updatedAt: row[1], state: ItemState(code: row[2]),
        tier: row.optionalInteger(3).map(ItemTier.init(code:)), timestamp: row[4],
        tags: TagColumn.tags(row[5]),
        attachments: try row.optionalText(6)
          .map { try StoredJSON.attachments($0) } ?? [],
        properties: try StoredProperties.join(json: row[7], text: ItemText(row: row, at: 8)),
        extensions: try StoredJSON.object(row[11]))
    }
  }

  /// The server's version in an item's shadow.
  func shadowVersion(of key: Int64?) throws -> Int? {
    guard let key else { return nil }
    return try Int.fetchOne(
      db.cachedStatement(sql: "SELECT version FROM shadow WHERE item = ?"), arguments: [key])
  }

  /// Writes a confirmed state over the one that is kept.
  func write(_ shadow: Shadow, of key: Int64) throws {
    let stored = try StoredProperties(shadow.properties, type: nil)
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO shadow(item, version, updated_at, state, tier, timestamp, tags,
          attachments, properties, body, notes, fields, extensions)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      key, shadow.version, shadow.updatedAt, shadow.state.code, shadow.tier?.code,
      shadow.timestamp, TagColumn.text(shadow.tags),
      shadow.attachments.isEmpty ? nil : StoredJSON.text(of: shadow.attachments),
      stored.json, stored.text.body, stored.text.notes, stored.text.fields.rawValue,
      StoredJSON.text(.object(shadow.extensions)),
    ])
  }
}
