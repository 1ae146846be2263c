import GRDB
import MarfaModel

/// Rows of items with everything that is derived from them: counts, words and blob references.
extension StoreTransaction {
  /// Writes a new item.
  func insert(_ item: Item, tags: [String], trashedAt: Int64? = nil) throws -> ItemRow {
    let trashedAt = item.state == .trashed ? trashedAt ?? now : nil
    try db.run(
      """
      INSERT INTO item(id, type, state, tier, version, schema_version, source, source_id, device,
        capture_latitude, capture_longitude, timestamp, created_at, updated_at, trashed_at, tags,
        attachments, properties)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        item.id, item.type, item.state.code, item.tier?.code, item.version, item.schemaVersion,
        item.source, item.sourceID, item.device, item.captureLatitude, item.captureLongitude,
        Self.milliseconds(item.timestamp), Self.milliseconds(item.createdAt),
        Self.milliseconds(item.updatedAt), trashedAt, tags.joined(separator: "\n"),
        StoredJSON.text(item.attachments), StoredJSON.text(item.properties),
      ])
    let key = db.lastInsertedRowID
    for tag in tags {
      try db.run("INSERT INTO item_tag(tag, item) VALUES (?, ?)", [tag, key])
    }
    try count(item.type, item.state, tags, by: 1)
    try index(item, tags: tags, key: key)
    for hash in Self.blobs(of: item) {
      try db.run("INSERT OR IGNORE INTO item_blob(hash, item) VALUES (?, ?)", [hash, key])
    }
    return try existing(key)
  }

  /// Writes what changed of an item; the row must be as it is now.
  func save(_ item: Item, tags: [String], over old: ItemRow) throws -> ItemRow {
    let before = try old.item()
    let trashedAt = item.state == .trashed ? old.trashedAt ?? now : nil
    try db.run(
      """
      UPDATE item SET state = ?, tier = ?, version = ?, schema_version = ?, source_id = ?,
        device = ?, capture_latitude = ?, capture_longitude = ?, timestamp = ?, updated_at = ?,
        trashed_at = ?, tags = ?, attachments = ?, properties = ?
      WHERE key = ?
      """,
      [
        item.state.code, item.tier?.code, item.version, item.schemaVersion, item.sourceID,
        item.device, item.captureLatitude, item.captureLongitude,
        Self.milliseconds(item.timestamp), Self.milliseconds(item.updatedAt), trashedAt,
        tags.joined(separator: "\n"), StoredJSON.text(item.attachments),
        StoredJSON.text(item.properties), old.key,
      ])
    if tags != old.tags || item.state != old.state {
      try count(old.type, old.state, old.tags, by: -1)
      try count(item.type, item.state, tags, by: 1)
      for tag in old.tags where !tags.contains(tag) {
        try db.run("DELETE FROM item_tag WHERE tag = ? AND item = ?", [tag, old.key])
      }
      for tag in tags where !old.tags.contains(tag) {
        try db.run("INSERT INTO item_tag(tag, item) VALUES (?, ?)", [tag, old.key])
      }
    }
    if tags != old.tags || item.state != old.state || item.properties != before.properties {
      try index(item, tags: tags, key: old.key)
    }
    let blobs = Self.blobs(of: item)
    let oldBlobs = Self.blobs(of: before)
    for hash in oldBlobs.subtracting(blobs) {
      try db.run("DELETE FROM item_blob WHERE hash = ? AND item = ?", [hash, old.key])
    }
    for hash in blobs.subtracting(oldBlobs) {
      try db.run("INSERT INTO item_blob(hash, item) VALUES (?, ?)", [hash, old.key])
    }
    return try existing(old.key)
  }

  /// Removes an item for good, with its edges, and tells of it.
  func remove(_ row: ItemRow) throws {
    for edge in try db.edgeRows("edge.source = ?1 OR edge.target = ?1", [row.key]) {
      try remove(edge)
    }
    for tag in row.tags {
      try db.run("DELETE FROM item_tag WHERE tag = ? AND item = ?", [tag, row.key])
    }
    for hash in Self.blobs(of: try row.item()) {
      try db.run("DELETE FROM item_blob WHERE hash = ? AND item = ?", [hash, row.key])
    }
    try count(row.type, row.state, row.tags, by: -1)
    try db.run("DELETE FROM item_fts WHERE rowid = ?", [row.key])
    try db.run("DELETE FROM item WHERE key = ?", [row.key])
    try emit(
      .itemDeleted,
      data: JSONWriter.string(of: ["id": .string(row.id), "type": .string(row.type)]),
      itemID: row.id, itemType: row.type)
  }

  /// Tells of an item as it is now.
  func emit(_ name: EventName, _ row: ItemRow) throws {
    try emit(name, data: row.json, itemID: row.id, itemType: row.type)
  }

  /// Tells of an item's tags, tier and state.
  func emitMetadata(_ row: ItemRow) throws {
    let data: JSONValue = [
      "item_id": .string(row.id), "tags": .array(row.tags.map(JSONValue.string)),
      "tier": row.tier.map { .string($0.rawValue) } ?? .null,
      "state": .string(row.state.rawValue),
    ]
    try emit(
      .metadataChanged, data: JSONWriter.string(of: data), itemID: row.id, itemType: row.type)
  }

  /// The row of a key that was just written.
  func existing(_ key: Int64) throws -> ItemRow {
    guard let row = try db.itemRow(key: key) else {
      throw StoreFailure(.broken, "an item that was just written is not there")
    }
    return row
  }

  /// Milliseconds of a time that was checked before.
  static func milliseconds(_ text: String) -> Int64? {
    Timestamp(iso8601: text)?.milliseconds
  }

  private func count(_ type: String, _ state: ItemState, _ tags: [String], by step: Int) throws {
    try db.run(
      """
      INSERT INTO type_count(type, state, count) VALUES (?, ?, ?)
      ON CONFLICT(type, state) DO UPDATE SET count = count + excluded.count
      """, [type, state.code, step])
    if step < 0 {
      try db.run(
        "DELETE FROM type_count WHERE type = ? AND state = ? AND count = 0", [type, state.code])
    }
    guard state != .trashed else { return }
    for tag in tags {
      try db.run(
        """
        INSERT INTO tag_count(tag, type, count) VALUES (?, ?, ?)
        ON CONFLICT(tag, type) DO UPDATE SET count = count + excluded.count
        """, [tag, type, step])
      guard step < 0 else { continue }
      try db.run(
        "DELETE FROM tag_count WHERE tag = ? AND type = ? AND count = 0", [tag, type])
    }
  }

  /// Puts the words of a type's items in the index anew, after what is searched of it changed.
  ///
  /// As long as it has items, in the transaction of the change.
  func indexItems(ofType type: String) throws {
    var last: Int64 = 0
    while true {
      let rows = try db.rows(
        """
        SELECT \(ItemRow.columns) FROM item WHERE type = ? AND key > ? ORDER BY key LIMIT 500
        """, [type, last]
      ).map(ItemRow.init)
      for row in rows { try index(try row.item(), tags: row.tags, key: row.key) }
      guard let end = rows.last else { return }
      last = end.key
    }
  }

  /// Puts the words of an item in the index; trashed items and the platform's records have none.
  private func index(_ item: Item, tags: [String], key: Int64) throws {
    try db.run("DELETE FROM item_fts WHERE rowid = ?", [key])
    guard item.state != .trashed, !TypeName.isSystem(item.type) else { return }
    let words = SearchedText(item.properties, of: try catalogue().types[item.type])
    try db.run(
      "INSERT INTO item_fts(rowid, title, text, tags) VALUES (?, ?, ?, ?)",
      [key, words.title, words.text, tags.joined(separator: " ")])
  }

  /// The blobs that an item refers to.
  private static func blobs(of item: Item) -> Set<String> {
    var hashes = Set(item.attachments.map(\.blobRef))
    if let hash = item.properties["blob_ref"]?.stringValue, ItemRules.isBlobReference(hash) {
      hashes.insert(hash)
    }
    return hashes
  }
}
