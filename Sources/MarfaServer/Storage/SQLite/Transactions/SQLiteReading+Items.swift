import GRDB
import MarfaModel

extension SQLiteReading {
  func item(id: String) throws -> ItemRow? { try db.itemRow(id: id) }

  func item(key: Int64) throws -> ItemRow? { try db.itemRow(key: key) }

  func items(ids: [String]) throws -> [ItemRow] {
    try ids.compactMap { try db.itemRow(id: $0) }
  }

  func item(source: String, sourceId: String) throws -> ItemRow? {
    try db.row(
      """
      SELECT \(ItemRow.columns) FROM item
      WHERE source = ? AND source_id = ? AND source_id IS NOT NULL AND state <> 2
      """, [source, sourceId]
    ).map(ItemRow.init)
  }

  func items(
    _ selection: ItemSelection, in order: ItemOrder, after place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<ItemRow> {
    let conditions = try Conditions(selection, order: order, in: db)
    let records = SystemRecords.prefix(selection.recordType)
    var ranges = order.ranges(after: place)[...]
    var cursor: RowCursor?
    func next() throws -> ItemRow? {
      while true {
        if let row = try cursor?.next() { return try ItemRow(row) }
        guard let range = ranges.popFirst() else { return nil }
        cursor = try Row.fetchCursor(
          db.statement(
            """
            \(records)SELECT \(ItemRow.columns) FROM item
            WHERE \(range.condition) AND \(conditions.clause)
            ORDER BY \(order.terms) LIMIT ?
            """, isKept: selection.isCommon),
          arguments: range.arguments + conditions.arguments + [limit.count + 1])
      }
    }
    return try RowPage(limit, size: \.size, next: next)
  }

  func itemKeys(_ selection: ItemSelection, limit: Int) throws -> [Int64] {
    let conditions = try Conditions(selection, order: nil, in: db)
    return try Int64.fetchAll(
      db.statement(
        "SELECT item.key FROM item WHERE \(conditions.clause) ORDER BY item.key LIMIT ?",
        isKept: selection.isCommon),
      arguments: conditions.arguments + [limit])
  }

  func itemKeys(_ selection: ItemSelection, among keys: [Int64]) throws -> [Int64] {
    var conditions = Conditions()
    conditions.add(
      "item.key IN (\(placeholders(keys.count)))", StatementArguments(keys))
    try conditions.add(selection, order: nil, in: db)
    return try Int64.fetchAll(
      db.makeStatement(sql: "SELECT item.key FROM item WHERE \(conditions.clause)"),
      arguments: conditions.arguments)
  }

  func items(
    ofType type: String?, after key: Int64, limit: RowLimit
  ) throws -> RowPage<ItemRow> {
    let condition = type == nil ? "1" : "+item.type = ?"
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(ItemRow.columns) FROM item WHERE \(condition) AND item.key > ?
          ORDER BY item.key LIMIT ?
          """),
      arguments: (type.map { [$0] } ?? []) + [key, limit.count < .max ? limit.count + 1 : -1])
    return try RowPage(limit, size: \.size) { try rows.next().map(ItemRow.init) }
  }

  func itemKeys(ofType type: String, after key: Int64, limit: Int) throws -> [Int64] {
    // The index has all of it; the rows are long.
    try db.values(
      """
      SELECT key FROM item INDEXED BY item_by_type WHERE type = ? AND key > ?
      ORDER BY key LIMIT ?
      """, [type, key, limit])
  }

  func itemKeys(trashedBy horizon: Int64, limit: Int) throws -> [Int64] {
    try db.values(
      """
      SELECT key FROM item WHERE trashed_at IS NOT NULL AND trashed_at <= ?
      ORDER BY trashed_at, key LIMIT ?
      """, [horizon, limit])
  }

  func record(id: String, ofType type: String) throws -> ItemRow? {
    // Items are in the same table as the records, whose keys are negative, and are none.
    try db.row(
      """
      \(SystemRecords.prefix(type))SELECT \(ItemRow.columns) FROM item
      WHERE id = ? AND type = ? AND key < 0
      """, [id, type]
    ).map(ItemRow.init)
  }

  func typeCounts() throws -> [TypeCount] {
    try db.rows("SELECT type, state, count FROM type_count").map {
      TypeCount(type: $0[0], state: try ItemState(code: $0[1]), count: $0[2])
    }
  }

  func tagCounts(
    ofTypes types: Set<String>?, after count: Int, limit: RowLimit
  ) throws -> RowPage<TagCount> {
    var conditions = Conditions()
    conditions.add("type", in: types)
    let found = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT tag, SUM(count) AS total FROM tag_count WHERE \(conditions.clause)
          GROUP BY tag ORDER BY total DESC, tag LIMIT -1 OFFSET ?
          """), arguments: conditions.arguments + [count])
    return try RowPage(limit, size: \.size) {
      try found.next().map { TagCount(tag: $0[0], count: $0[1]) }
    }
  }

  func changedWords(limit: Int) throws -> [ChangedWords] {
    try db.rows("SELECT item, number FROM changed_words ORDER BY number LIMIT ?", [limit])
      .map { ChangedWords(key: $0[0], number: $0[1]) }
  }

  func search(_ selection: SearchSelection) throws -> [SearchHit] {
    guard let pattern = FullTextQuery(selection.text).text else { return [] }
    return try SearchReader(db: db, pattern: pattern, selection: selection).hits()
  }
}
