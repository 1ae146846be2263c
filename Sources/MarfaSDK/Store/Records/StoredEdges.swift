import GRDB

/// The edges of the tables, as the edge rules look at them within a transaction.
struct StoredEdges: EdgeLookup {
  let db: Database

  /// The columns that `edge(_:)` reads, of `edgeTables`.
  static let columns = """
    edge.id, source.id, target.id, edge.type, edge.properties, edge.created_at,
    edge.updated_at, edge.tenant_id, edge.key
    """
  static let tables = """
    edge JOIN item AS source ON source.key = edge.source
    JOIN item AS target ON target.key = edge.target
    """

  static func edge(_ row: Row) throws -> Edge {
    Edge(
      id: row[0], sourceId: row[1], targetId: row[2], edgeType: row[3],
      properties: try StoredJSON.object(row[4]),
      createdAt: Timestamp(milliseconds: row[5]).iso8601,
      updatedAt: Timestamp(milliseconds: row[6]).iso8601, tenantId: row[7])
  }

  func edges(from sourceId: String, ofType edgeType: String) throws -> [Edge] {
    try edges("source.id = ? AND edge.type = ?", [sourceId, edgeType])
  }

  func edges(to targetId: String, ofType edgeType: String) throws -> [Edge] {
    try edges("target.id = ? AND edge.type = ?", [targetId, edgeType])
  }

  func edge(from sourceId: String, to targetId: String, ofType edgeType: String) throws -> Edge? {
    try edges(
      "source.id = ? AND target.id = ? AND edge.type = ?", [sourceId, targetId, edgeType]
    ).first
  }

  func itemType(of id: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT type FROM item WHERE id = ?"), arguments: [id])
  }

  /// Edges that fit a condition, oldest first.
  func edges(_ condition: String, _ arguments: StatementArguments) throws -> [Edge] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns) FROM \(Self.tables) WHERE \(condition) ORDER BY edge.key
        """)
    var edges: [Edge] = []
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() { edges.append(try Self.edge(row)) }
    return edges
  }
}
