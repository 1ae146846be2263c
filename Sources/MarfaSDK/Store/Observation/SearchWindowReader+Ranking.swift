import GRDB

// What is a hit, and in what order.
extension SearchWindowReader {
  /// Some keys, followed by those of all other hits, the newest first.
  func whole(_ keys: [Int64], _ pattern: String, _ list: ListDefinition) throws -> [Int64] {
    let known = Set(keys)
    return try keys + newest(pattern, list, limit: -1).filter { !known.contains($0) }
  }

  /// The keys of the newest hits; of all with the limit -1.
  func newest(_ pattern: String, _ list: ListDefinition, limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT item_fts.rowid FROM item_fts JOIN item ON item.key = item_fts.rowid
          WHERE item_fts MATCH ? AND \(list.whereClause)
          ORDER BY item_fts.rowid DESC LIMIT ?
          """), arguments: [pattern] + list.arguments + [limit])
  }

  /// The keys of the best hits in their order, and whether these are all.
  func ranked(
    _ pattern: String, _ list: ListDefinition
  ) throws -> (keys: [Int64], isWhole: Bool) {
    let reader = SearchReader(db: db, now: now, filters: filters)
    let title = SoughtTitle(query.expression)
    let matches = try reader.matches(of: pattern, title, list.whereClause, list.arguments)
    let keys = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          \(matches.table)
          SELECT item.key, \(SearchReader.score) AS total
          FROM match JOIN item ON item.key = match.key
          WHERE \(list.whereClause) ORDER BY total DESC, item.key DESC
          LIMIT \(SearchReader.orderedCount)
          """), arguments: matches.arguments + list.arguments)
    // Fewer than were asked for are all that fit.
    return (keys, !matches.isRough || keys.count < SearchReader.roughCount)
  }

  /// What a change means for the hits; as `.rows` their order and number stay.
  func verdict(
    on change: StoreChange, _ keys: [Int64], _ pattern: String, _ list: ListDefinition
  ) throws -> WindowRelevance.Verdict {
    guard let changed = change.rows(of: .item) else { return .membership }
    for table in list.otherTables where change.rows(of: table)?.isEmpty != true {
      return .membership
    }
    let hits = Set(keys)
    let placed = changed.filter { $0.value.touches(list.conditionColumns) }
    if placed.keys.contains(where: hits.contains) { return .membership }
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM item_fts JOIN item ON item.key = item_fts.rowid
        WHERE item_fts MATCH ? AND item_fts.rowid = ? AND \(list.whereClause)
        """)
    for key in placed.keys
    where try Int.fetchOne(statement, arguments: [pattern, key] + list.arguments) != nil {
      return .membership
    }
    let shown = changed.filter { $0.value.touches(WindowRelevance.shownColumns) }
    return shown.keys.contains(where: hits.contains) ? .rows : .unaffected
  }
}
