import GRDB

/// Reads edges within one read of the database.
struct EdgeReader {
  let db: Database

  /// One page of edges, oldest first.
  func page(_ filters: EdgeFilters) throws -> ListPage<Edge> {
    var sql: [String] = []
    var arguments: StatementArguments = []
    func add(_ condition: String, _ values: StatementArguments) {
      sql.append(condition)
      arguments += values
    }
    if let id = filters.sourceId { add("edge.source = ?", [try key(id)]) }
    if let id = filters.targetId { add("edge.target = ?", [try key(id)]) }
    if !filters.edgeTypes.isEmpty {
      let marks = filters.edgeTypes.map { _ in "?" }.joined(separator: ", ")
      add("edge.type IN (\(marks))", StatementArguments(filters.edgeTypes))
    }
    if let text = filters.cursor {
      guard let place = Int64(text) else {
        throw ValidationError(
          message: "The cursor does not belong to this list.", details: ["field": "cursor"])
      }
      add("edge.key > ?", [place])
    }
    return try fetch(sql.joined(separator: " AND "), arguments, limit: filters.limit)
  }

  /// The edges that point to an item, oldest first; empty when there is no such item.
  func edges(to id: String, type: String?, limit: Int?) throws -> [Edge] {
    var sql = "edge.target = (SELECT key FROM item WHERE id = ?)"
    var arguments: StatementArguments = [id]
    if let type {
      sql += " AND edge.type = ?"
      arguments += [type]
    }
    return try fetch(sql, arguments, limit: limit).data
  }

  private func key(_ id: String) throws -> Int64 {
    let key = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
    guard let key else { throw ItemErrors.notFound(id) }
    return key
  }

  private func fetch(
    _ condition: String, _ arguments: StatementArguments, limit: Int?
  ) throws -> ListPage<Edge> {
    let filter = condition.isEmpty ? "" : "WHERE \(condition)"
    let end = limit.map { " LIMIT \(max($0, 0) + 1)" } ?? ""
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredEdges.columns) FROM \(StoredEdges.tables) \(filter)
        ORDER BY edge.key\(end)
        """)
    var page = ListPage<Edge>(data: [])
    var last: Int64 = 0
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      if page.data.count == limit {
        page.hasMore = true
        page.cursor = String(last)
        break
      }
      page.data.append(try StoredEdges.edge(row))
      last = row[8]
    }
    return page
  }
}
