import MarfaModel

/// Rows of edges, with their events.
extension RecordWriter {
  /// Writes a new edge that was checked, and reports it.
  func insertEdge(
    _ input: CreateEdgeInput, source: ItemRow, target: ItemRow, createdAt: Int64? = nil,
    updatedAt: Int64? = nil
  ) throws -> EdgeRow {
    let row = EdgeRow(
      key: 0, id: input.id ?? rows.ids.nextId(), sourceId: source.id, targetId: target.id,
      type: input.edgeType, createdAt: createdAt ?? rows.now.milliseconds,
      updatedAt: updatedAt ?? rows.now.milliseconds,
      properties: StoredJSON.text((input.properties ?? [:]).filter { !$0.value.isNull }),
      sourceType: source.type, targetType: target.type)
    try context.limits.check(row)
    try rows.insert(row, from: source.key, to: target.key)
    try emit(.edgeCreated, row)
    return row
  }

  /// Replaces the properties of an edge, and reports it.
  func save(_ properties: [String: JSONValue], of edge: EdgeRow) throws -> EdgeRow {
    var row = edge
    row.properties = StoredJSON.text(properties)
    row.updatedAt = rows.now.milliseconds
    try context.limits.check(row, over: edge)
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

/// What the rules see of the edges in the storage.
struct StoredEdges: EdgeLookup {
  let rows: any RecordRows
  /// The types of items that were read already, by id: to read a long note only for its type costs
  /// more than the edge does.
  var types: [String: String] = [:]

  func edges(from sourceId: String, ofType edgeType: String) throws -> [Edge] {
    try rows.edges(of: sourceId, .source, ofType: edgeType, limit: .max).map { try $0.edge() }
  }

  func edges(to targetId: String, ofType edgeType: String) throws -> [Edge] {
    try rows.edges(of: targetId, .target, ofType: edgeType, limit: .max).map { try $0.edge() }
  }

  func edge(
    from sourceId: String, to targetId: String, ofType edgeType: String
  ) throws -> Edge? {
    try rows.edge(from: sourceId, to: targetId, ofType: edgeType)?.edge()
  }

  func itemType(of id: String) throws -> String? { try types[id] ?? rows.item(id: id)?.type }
}
