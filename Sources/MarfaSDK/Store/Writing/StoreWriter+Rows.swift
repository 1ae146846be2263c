import GRDB

extension StoreWriter {
  /// The row of an id.
  ///
  /// An id that a server has replaced since finds the item under its present one: an open note, an
  /// undo history and a journal go on with the id that they have.
  func record(id: String) throws -> ItemRecord? {
    if let record = try exactRecord(id: id) { return record }
    guard try hasFormerIds else { return nil }
    let present = try ItemReader(db: db).presentId(of: id)
    return present == id ? nil : try exactRecord(id: present)
  }

  /// The row that has an id now; nil when none has.
  func exactRecord(id: String) throws -> ItemRecord? {
    try fetch("SELECT \(ItemRecord.columns) FROM item WHERE id = ?", [id])
  }

  /// The row of an id, which must be there.
  func existingRecord(id: String) throws -> ItemRecord {
    guard let record = try record(id: id) else { throw ItemErrors.notFound(id) }
    return record
  }

  /// The row of a key.
  func record(key: Int64) throws -> ItemRecord? {
    try fetch("SELECT \(ItemRecord.columns) FROM item WHERE key = ?", [key])
  }

  /// The row that is not trashed and has the natural key.
  func record(source: String, sourceId: String) throws -> ItemRecord? {
    try fetch(
      """
      SELECT \(ItemRecord.columns) FROM item
      WHERE source = ? AND source_id = ? AND source_id IS NOT NULL AND state <> 2
      ORDER BY key DESC LIMIT 1
      """, [source, sourceId])
  }

  /// The row that is not trashed and was taken from the place.
  func record(origin: ItemOrigin) throws -> ItemRecord? {
    try fetch(
      """
      SELECT \(ItemRecord.columns) FROM item
      WHERE origin = ? AND origin_id = ? AND origin_id IS NOT NULL AND state <> 2
      ORDER BY key DESC LIMIT 1
      """, [origin.name, origin.path])
  }

  /// The long text of an item.
  func text(of key: Int64) throws -> ItemText {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ItemText.columns) FROM item_text WHERE item = ?")
    let rows = try StatementRows(statement, arguments: [key])
    var text = ItemText()
    while let row = try rows.next() { text = ItemText(row: row, at: 0) }
    return text
  }

  /// The long text of an item with the copy that only the search index reads.
  func wholeText(of key: Int64) throws -> ItemText {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ItemText.columns), item_text.other FROM item_text WHERE item = ?")
    guard let row = try Row.fetchOne(statement, arguments: [key]) else { return ItemText() }
    var text = ItemText(row: row, at: 0)
    text.other = row[3]
    return text
  }

  /// All properties of an item.
  func storedProperties(of record: ItemRecord) throws -> [String: JSONValue] {
    try StoredProperties.join(json: record.properties, text: text(of: record.key))
  }

  private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> ItemRecord? {
    let rows = try StatementRows(db.cachedStatement(sql: sql), arguments: arguments)
    var record: ItemRecord?
    while let row = try rows.next() { record = ItemRecord(row: row) }
    return record
  }
}
