import GRDB
import MarfaModel

/// Rows of edges, with their events.
extension StoreTransaction {
  /// Writes a new edge that was checked, and tells of it.
  func insertEdge(
    _ input: CreateEdgeInput, source: ItemRow, target: ItemRow, createdAt: Int64? = nil,
    updatedAt: Int64? = nil
  ) throws -> EdgeRow {
    let id = input.id ?? ids.nextID()
    try db.run(
      """
      INSERT INTO edge(id, source, target, type, created_at, updated_at, properties)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, source.key, target.key, input.edgeType, createdAt ?? now, updatedAt ?? now,
        StoredJSON.text((input.properties ?? [:]).filter { !$0.value.isNull }),
      ])
    let row = try existingEdge(db.lastInsertedRowID)
    try emit(.edgeCreated, row)
    return row
  }

  /// Replaces the properties of an edge, and tells of it.
  func save(_ properties: [String: JSONValue], of edge: EdgeRow) throws -> EdgeRow {
    try db.run(
      "UPDATE edge SET properties = ?, updated_at = ? WHERE key = ?",
      [StoredJSON.text(properties), now, edge.key])
    let row = try existingEdge(edge.key)
    try emit(.edgeCreated, row)
    return row
  }

  /// Removes an edge, and tells of it.
  func remove(_ edge: EdgeRow) throws {
    try db.run("DELETE FROM edge WHERE key = ?", [edge.key])
    let data: JSONValue = [
      "id": .string(edge.id), "edge_type": .string(edge.type),
      "source_id": .string(edge.sourceID), "target_id": .string(edge.targetID),
    ]
    try emit(
      .edgeDeleted, data: JSONWriter.string(of: data), itemID: edge.sourceID,
      itemType: edge.sourceType, edgeType: edge.type, targetType: edge.targetType)
  }

  private func emit(_ name: EventName, _ row: EdgeRow) throws {
    try emit(
      name, data: row.json, itemID: row.sourceID, itemType: row.sourceType, edgeType: row.type,
      targetType: row.targetType)
  }

  private func existingEdge(_ key: Int64) throws -> EdgeRow {
    guard let row = try db.edgeRows("edge.key = ?", [key]).first else {
      throw StoreFailure(.broken, "an edge that was just written is not there")
    }
    return row
  }
}

/// What the rules see of the edges in the tables.
struct StoredEdges: EdgeLookup {
  let db: Database
  /// The edge that is checked: of its source's edges only what can refuse it is read, so that the
  /// cost does not grow with them.
  var candidate: CreateEdgeInput?

  func edges(from sourceID: String, ofType edgeType: String) throws -> [Edge] {
    let all = "source.id = ? AND edge.type = ?"
    guard let candidate, candidate.sourceID == sourceID, candidate.edgeType == edgeType else {
      return try db.edgeRows(all, [sourceID, edgeType]).map { try $0.edge() }
    }
    let twin = try db.edgeRows(
      "\(all) AND target.id = ?", [sourceID, edgeType, candidate.targetID])
    let first = try db.rows(
      """
      SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) WHERE \(all) ORDER BY edge.key LIMIT 1
      """, [sourceID, edgeType]
    ).map(EdgeRow.init)
    return try (twin + first).map { try $0.edge() }
  }

  func edges(to targetID: String, ofType edgeType: String) throws -> [Edge] {
    try db.edgeRows("target.id = ? AND edge.type = ?", [targetID, edgeType])
      .map { try $0.edge() }
  }

  func itemType(of id: String) throws -> String? {
    try db.value("SELECT type FROM item WHERE id = ?", [id])
  }
}
