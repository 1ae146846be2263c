import MarfaModel

/// Rows of edges, with their events.
extension RecordWriter {
  /// Writes a new edge that was checked, and reports it.
  func insert(
    _ draft: EdgeDraft, createdAt: Int64? = nil, updatedAt: Int64? = nil
  ) throws -> EdgeRow {
    var row = draft.row
    if row.id.isEmpty { row.id = rows.ids.nextId() }
    row.createdAt = createdAt ?? rows.now.milliseconds
    row.updatedAt = updatedAt ?? rows.now.milliseconds
    try rows.insert(row, from: draft.source, to: draft.target)
    try emit(.edgeCreated, row)
    return row
  }

  /// Replaces the properties of an edge by checked ones, and reports it.
  func save(_ properties: String, of edge: EdgeRow) throws -> EdgeRow {
    var row = edge
    row.properties = properties
    row.updatedAt = rows.now.milliseconds
    try rows.update(row)
    try emit(.edgeCreated, row)
    return row
  }

  /// Removes an edge, and reports it.
  func remove(_ edge: EdgeRow) throws {
    try rows.delete(edge)
    try rows.append(
      TombstoneRow(
        id: edge.id, itemType: edge.sourceType, edgeType: edge.type, targetType: edge.targetType,
        deletedAt: rows.now.milliseconds))
    let data: JSONValue = [
      "id": .string(edge.id), "edge_type": .string(edge.type),
      "source_id": .string(edge.sourceId), "target_id": .string(edge.targetId),
    ]
    try emit(
      .edgeDeleted, itemId: edge.sourceId, itemType: edge.sourceType, edge: edge,
      data: JSONWriter.string(of: data))
  }

  private func emit(_ name: EventName, _ row: EdgeRow) throws {
    try emit(name, itemId: row.sourceId, itemType: row.sourceType, edge: row, data: row.json)
  }
}
