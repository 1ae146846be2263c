import GRDB
import MarfaModel

extension SQLiteTransaction {
  func insert(_ item: ItemRow) throws -> Int64 {
    try db.run(
      """
      INSERT INTO item(id, type, state, tier, version, schema_version, source, source_id, device,
        capture_latitude, capture_longitude, timestamp, created_at, updated_at, trashed_at, tags,
        attachments, properties, state_device)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        item.id, item.type, item.state.code, item.tier?.code, item.version, item.schemaVersion,
        item.source, item.sourceId, item.device, item.latitude, item.longitude, item.timestamp,
        item.createdAt, item.updatedAt, item.trashedAt, item.tags.joined(separator: "\n"),
        item.attachments, item.properties, item.stateDevice,
      ])
    let key = db.lastInsertedRowID
    try insert(item.tags, of: key)
    counts.count(item, tags: item.tags, by: 1)
    return key
  }

  func update(_ item: ItemRow, over old: ItemRow) throws {
    try db.run(
      """
      UPDATE item SET state = ?, tier = ?, version = ?, schema_version = ?, source_id = ?,
        device = ?, capture_latitude = ?, capture_longitude = ?, timestamp = ?, updated_at = ?,
        trashed_at = ?, tags = ?, attachments = ?, properties = ?, state_device = ?
      WHERE key = ?
      """,
      [
        item.state.code, item.tier?.code, item.version, item.schemaVersion, item.sourceId,
        item.device, item.latitude, item.longitude, item.timestamp, item.updatedAt,
        item.trashedAt, item.tags.joined(separator: "\n"), item.attachments, item.properties,
        item.stateDevice, old.key,
      ])
    guard item.tags != old.tags || item.state != old.state else { return }
    let (tags, oldTags) = (Set(item.tags), Set(old.tags))
    for tag in oldTags.subtracting(tags) {
      try db.run("DELETE FROM item_tag WHERE tag = ? AND item = ?", [tag, old.key])
    }
    try insert(Array(tags.subtracting(oldTags)), of: old.key)
    if item.state == old.state {
      // What both have counts as before.
      counts.count(tags: oldTags.subtracting(tags), of: old, by: -1)
      counts.count(tags: tags.subtracting(oldTags), of: item, by: 1)
    } else {
      counts.count(old, tags: old.tags, by: -1)
      counts.count(item, tags: item.tags, by: 1)
    }
  }

  /// Notes which items have some tags, a few in one statement: most items have as many.
  private func insert(_ tags: [String], of key: Int64) throws {
    let size = 8
    for start in stride(from: 0, to: tags.count, by: size) {
      let some = tags[start..<min(start + size, tags.count)]
      let places = repeatElement("(?, ?)", count: some.count).joined(separator: ", ")
      try db.run(
        "INSERT INTO item_tag(tag, item) VALUES \(places)",
        StatementArguments(some.flatMap { [$0.databaseValue, key.databaseValue] }))
    }
  }

  func delete(_ item: ItemRow) throws {
    for tag in item.tags {
      try db.run("DELETE FROM item_tag WHERE tag = ? AND item = ?", [tag, item.key])
    }
    try db.run("DELETE FROM item_blob WHERE item = ?", [item.key])
    counts.count(item, tags: item.tags, by: -1)
    try wordsChanged(of: item.key)
    try db.run("DELETE FROM item WHERE key = ?", [item.key])
  }

  func wordsChanged(of key: Int64) throws { try db.wordsChanged(of: key) }

  func wordsAreSet(_ changes: [ChangedWords]) throws {
    for change in changes {
      try db.run(
        "DELETE FROM changed_words WHERE item = ? AND number = ?", [change.key, change.number])
    }
  }

  func setBlobs(of key: Int64, adding: Set<String>, removing: Set<String>) throws {
    for hash in removing {
      try db.run("DELETE FROM item_blob WHERE hash = ? AND item = ?", [hash, key])
    }
    for hash in adding {
      try db.run("INSERT OR IGNORE INTO item_blob(hash, item) VALUES (?, ?)", [hash, key])
    }
  }

  // MARK: - Extensions and versions

  func setExtension(_ namespace: String, of key: Int64, to data: String?) throws -> Bool {
    if let data {
      try db.run(
        """
        INSERT INTO extension(item, namespace, data) VALUES (?1, ?2, ?3)
        ON CONFLICT(item, namespace) DO UPDATE SET data = ?3 WHERE data <> ?3
        """, [key, namespace, data])
    } else {
      try db.run("DELETE FROM extension WHERE item = ? AND namespace = ?", [key, namespace])
    }
    return db.changesCount > 0
  }

  func insert(_ version: VersionRow, of key: Int64) throws -> Int64 {
    try db.run(
      """
      INSERT INTO version(id, item, version, properties, created_at, device, size, is_difference)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        version.id, key, version.version, version.properties, version.createdAt, version.device,
        version.properties.utf8.count, version.isDifference,
      ])
    return db.lastInsertedRowID
  }

  func setVersion(_ key: Int64, _ properties: String, isDifference: Bool) throws {
    try db.run(
      "UPDATE version SET properties = ?, size = ?, is_difference = ? WHERE key = ?",
      [properties, properties.utf8.count, isDifference, key])
  }

  func deleteVersions(_ keys: [Int64]) throws {
    for key in keys { try db.run("DELETE FROM version WHERE key = ?", [key]) }
  }

  // MARK: - Edges

  func insert(_ edge: EdgeRow, from source: Int64, to target: Int64) throws {
    try db.run(
      """
      INSERT INTO edge(id, source, target, type, created_at, updated_at, properties)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [edge.id, source, target, edge.type, edge.createdAt, edge.updatedAt, edge.properties])
  }

  func update(_ edge: EdgeRow) throws {
    try db.run(
      "UPDATE edge SET properties = ?, updated_at = ? WHERE key = ?",
      [edge.properties, edge.updatedAt, edge.key])
  }

  func delete(_ edge: EdgeRow) throws {
    try db.run("DELETE FROM edge WHERE key = ?", [edge.key])
  }
}
