import GRDB

extension StoreWriter {
  /// The tag that pins an item to the head of lists.
  static let pinnedTag = "pinned"

  /// The key of a tag, which is made when it is new.
  func tagKey(_ name: String) throws -> Int64 {
    if let known = tagKeys[name] { return known }
    let key = try storedTagKey(name) ?? insertTag(name)
    tagKeys[name] = key
    return key
  }

  private func storedTagKey(_ name: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM tag WHERE name = ?"), arguments: [name])
  }

  private func insertTag(_ name: String) throws -> Int64 {
    try db.cachedStatement(sql: "INSERT INTO tag(name) VALUES (?)").execute(arguments: [name])
    return db.lastInsertedRowID
  }

  /// Replaces an item's tags, which are normalized and sorted.
  ///
  /// Writes nothing and answers false when they are the same already. The caller takes care of
  /// the row's `updated_at`, of the index and of the counters.
  func replaceTagRows(of record: inout ItemRecord, with tags: [String]) throws -> Bool {
    guard tags != record.tags else { return false }
    let old = Set(record.tags)
    let new = Set(tags)
    let counts = record.state != .trashed
    for tag in old.subtracting(new).sorted() {
      let key = try tagKey(tag)
      try db.cachedStatement(sql: "DELETE FROM item_tag WHERE tag = ? AND item = ?")
        .execute(arguments: [key, record.key])
      if counts { self.counts.addTag(key, by: -1) }
    }
    for tag in new.subtracting(old).sorted() {
      try addTagRow(tag, to: record.key, counts: counts)
    }
    record.tags = tags
    record.isPinned = new.contains(Self.pinnedTag)
    record.isFavourite = new.contains(TagRules.favorite)
    return true
  }

  /// Adds one tag row.
  func addTagRow(_ tag: String, to item: Int64, counts: Bool) throws {
    let key = try tagKey(tag)
    try db.cachedStatement(sql: "INSERT INTO item_tag(tag, item) VALUES (?, ?)")
      .execute(arguments: [key, item])
    if counts { self.counts.addTag(key, by: 1) }
  }

  /// Sets an item's tags in full: rows, list row, index and counters.
  ///
  /// Answers whether anything changed.
  @discardableResult
  func setTags(_ tags: [String], of record: inout ItemRecord) throws -> Bool {
    guard tags != record.tags else { return false }
    let before = CountedState(record)
    try recordTags(tags, of: record)
    try textWillChange(record.key, .tags)
    _ = try replaceTagRows(of: &record, with: tags)
    record.updatedAt = now
    try db.cachedStatement(
      sql: "UPDATE item SET tags = ?, is_pinned = ?, updated_at = ? WHERE key = ?"
    ).execute(arguments: [TagColumn.text(tags), record.isPinned, now, record.key])
    if record.isFavourite != before.isFavourite {
      // To name the column is to write the index that has it, even with the same value.
      try db.cachedStatement(sql: "UPDATE item SET is_favourite = ? WHERE key = ?")
        .execute(arguments: [record.isFavourite, record.key])
    }
    counts.move(from: before, to: CountedState(record))
    return true
  }
}

extension StoreWriter {
  /// Queues what differs: tags of other devices stay when a whole set is given.
  private func recordTags(_ tags: [String], of record: ItemRecord) throws {
    guard try records(.addTags) else { return }
    let (old, new) = (Set(record.tags), Set(tags))
    let added = new.subtracting(old)
    if !added.isEmpty { try self.record(.addTags, of: record, detail: added.sorted()) }
    for tag in old.subtracting(new).sorted() {
      try self.record(.removeTag, of: record, detail: [tag])
    }
  }
}
