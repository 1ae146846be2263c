import GRDB

/// Which edges a query follows.
enum WantedEdges: Hashable, Sendable {
  /// All edges of a type.
  case ofType(String)
  /// The edges that start from an item, of one type or of all.
  case from(String, String?)
  /// The edges that point to any of some items, of one type or of all.
  case to([String], String?)
}

/// Edges with the keys of their rows, by which a change is compared with them.
struct KeyedEdges: Sendable, Equatable {
  var keys: Set<Int64> = []
  var edges: [Edge] = []
}

/// Reads edges, oldest first.
struct EdgeFetch: StoreFetch {
  let selection: WantedEdges

  /// The ends of an edge never change, and a purge of either removes the edge itself.
  var interest: StoreInterest { StoreInterest(.edge) }

  func fetch(_ db: Database) throws -> KeyedEdges {
    let (condition, arguments) = try condition(db)
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredEdges.columns) FROM \(StoredEdges.tables)
        WHERE \(condition) ORDER BY edge.key
        """)
    var result = KeyedEdges()
    let cursor = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try cursor.next() {
      result.keys.insert(row[8])
      result.edges.append(try StoredEdges.edge(row))
    }
    return result
  }

  func isAffected(by change: StoreChange, _ value: KeyedEdges, _ db: Database) throws -> Bool {
    guard let rows = change.rows(of: .edge) else { return true }
    if !value.keys.isDisjoint(with: rows.keys) { return true }
    let (condition, arguments) = try condition(db)
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM \(StoredEdges.tables) WHERE edge.key = ? AND \(condition)")
    // A removed row is asked for as well: SQLite may have given its key to a new one.
    return try rows.keys.contains { key in
      try Int.fetchOne(statement, arguments: [key] + arguments) != nil
    }
  }

  private func condition(_ db: Database) throws -> (String, StatementArguments) {
    switch selection {
    case .ofType(let type): ("edge.type = ?", [type])
    case .from(let id, let type): Self.end("source", [id], type)
    case .to(let ids, let type): Self.end("target", ids, type)
    }
  }

  private static func end(
    _ column: String, _ ids: [String], _ type: String?
  ) -> (String, StatementArguments) {
    let marks = ids.map { _ in "?" }.joined(separator: ", ")
    let condition = "edge.\(column) IN (SELECT key FROM item WHERE id IN (\(marks)))"
    guard let type else { return (condition, StatementArguments(ids)) }
    return ("\(condition) AND edge.type = ?", StatementArguments(ids) + [type])
  }
}
