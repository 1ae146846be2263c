import GRDB
import MarfaModel

extension SQLiteReading {
  func edge(id: String) throws -> EdgeRow? { try db.edgeRows("edge.id = ?", [id]).first }

  func edge(
    from source: String, to target: String, ofType type: String
  ) throws -> EdgeRow? {
    try db.edgeRows(
      "source.id = ? AND edge.type = ? AND target.id = ?", [source, type, target]
    ).first
  }

  func edges(
    _ selection: EdgeSelection, after key: Int64, limit: RowLimit
  ) throws -> RowPage<EdgeRow> {
    var conditions = Conditions()
    switch selection.end {
    case .source(let key): conditions.add("edge.source = ?", [key])
    case .target(let key): conditions.add("edge.target = ?", [key])
    case .any: break
    }
    if !selection.types.isEmpty { conditions.add("edge.type", in: selection.types) }
    conditions.addReadableEdge(selection.visibility, ends: ["source.type", "target.type"])
    conditions.add("edge.key > ?", [key])
    let found = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) WHERE \(conditions.clause)
          ORDER BY edge.key
          """), arguments: conditions.arguments)
    // Read row by row: the page ends before it is too large.
    return try RowPage(limit, size: \.size) { try found.next().map(EdgeRow.init) }
  }

  /// In one query, unless the items have very many or long edges: then by item and type.
  func edges(from keys: [Int64], visibility: Visibility, limit: RowLimit) throws -> [FirstEdges] {
    let size = keys.count == 1 ? 1 : 200
    guard keys.count <= size else {
      return try stride(from: 0, to: keys.count, by: size).flatMap {
        try edges(
          from: Array(keys[$0..<min($0 + size, keys.count)]), visibility: visibility, limit: limit)
      }
    }
    if size == 1, let key = keys.first, try !hasEdges(from: key) { return [] }
    var conditions = Conditions()
    conditions.addReadableEdge(visibility, ends: ["source.type", "target.type"])
    let padding = repeatElement(Int64.min, count: size - keys.count)
    let found = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables)
          WHERE edge.source IN (\(placeholders(size))) AND \(conditions.clause)
          """), arguments: StatementArguments(keys + padding) + conditions.arguments)
    // For one item not many more than its answer holds: a change reads them in the writer's turn.
    let most =
      size == 1
      ? RowLimit(count: 400, bytes: limit.bytes)
      : RowLimit(count: 2_000, bytes: max(limit.bytes, 4 << 20))
    // Read row by row, so that no more of them are held.
    let all = try RowPage(most, size: \.size) { try found.next().map(EdgeRow.init) }
    guard all.hasMore else { return FirstEdges.first(of: all.rows, limit) }
    return try keys.sorted().flatMap { try edges(byTypeFrom: $0, visibility, limit) }
  }

  /// The first edges of an item, type by type.
  private func edges(
    byTypeFrom key: Int64, _ visibility: Visibility, _ limit: RowLimit
  ) throws -> [FirstEdges] {
    var room = limit.bytes
    let types = try db.values(
      "SELECT DISTINCT type FROM edge WHERE source = ? ORDER BY type", [key], as: String.self)
    return try types.compactMap { type in
      let page = try edges(
        EdgeSelection(end: .source(key), types: [type], visibility: visibility), after: 0,
        limit: RowLimit(count: limit.count, bytes: room))
      guard let sourceId = page.rows.first?.sourceId else { return nil }
      var first = FirstEdges(
        sourceId: sourceId, type: type, rows: page.rows, hasMore: page.hasMore)
      room -= first.shorten(to: room)
      return first
    }
  }

  /// Whether an edge starts from an item.
  ///
  /// Most items have none, and one number costs a fourth of a row of all columns, whose names are
  /// read for each statement that is run.
  private func hasEdges(from key: Int64) throws -> Bool {
    try db.value("SELECT 1 FROM edge WHERE source = ? LIMIT 1", [key], as: Int.self) != nil
  }

  func edges(
    of id: String, _ end: EdgeEnd, ofType type: String, limit: Int
  ) throws -> [EdgeRow] {
    let item = end == .source ? "source" : "target"
    return try db.rows(
      """
      SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) WHERE \(item).id = ? AND edge.type = ?
      ORDER BY edge.key LIMIT ?
      """, [id, type, limit]
    ).map(EdgeRow.init)
  }

  func hasEdges(ofType type: String) throws -> Bool {
    try db.value("SELECT 1 FROM edge WHERE type = ? LIMIT 1", [type], as: Int.self) != nil
  }
}
