import GRDB

extension LocalStore {
  /// Joins two items by an edge, as the rules of its type allow.
  ///
  /// - Parameter input: The edge.
  /// - Returns: The edge as it is stored.
  /// - Throws: `NotFoundError`, `ValidationError` with `edge_constraint_violation`, `edge_cycle`
  ///   or `invalid_properties`, or `StorageError`; nothing is written then.
  @discardableResult
  public func createEdge(_ input: CreateEdgeInput) async throws -> Edge {
    try await write { try $0.addEdge(input) }
  }

  /// Merges properties into an edge; null removes one.
  ///
  /// - Parameters:
  ///   - id: The edge's id.
  ///   - properties: The properties that change.
  /// - Returns: The edge as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  public func updateEdge(id: String, properties: [String: JSONValue]) async throws -> Edge {
    try await write { try $0.updateEdge(id: id, properties: properties) }
  }

  /// Deletes an edge.
  ///
  /// - Parameter id: The edge's id.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func deleteEdge(id: String) async throws {
    try await write { try $0.deleteEdge(id: id) }
  }

  /// Moves an item into a notebook, or into none, in one transaction.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - notebookId: The notebook's id; nil removes the item from its notebook.
  /// - Returns: Whether the item has moved.
  /// - Throws: `NotFoundError`, `ValidationError` with `edge_cycle`, or `StorageError`; nothing
  ///   is written then.
  @discardableResult
  public func move(id: String, toNotebook notebookId: String?) async throws -> Bool {
    try await write { try $0.move(id: id, toNotebook: notebookId) }
  }

  /// Lists edges, oldest first.
  ///
  /// - Parameter filters: Which edges, and how many.
  /// - Returns: One page.
  /// - Throws: `NotFoundError` when an item that is named does not exist, `ValidationError` for
  ///   a bad cursor, or `StorageError`.
  public func edges(_ filters: EdgeFilters) async throws -> ListPage<Edge> {
    try await read { try EdgeReader(db: $0).page(filters) }
  }

  /// Lists the edges of a type that point to each of several items.
  ///
  /// - Parameters:
  ///   - targetIds: The items.
  ///   - edgeType: The edges' type; all when nil.
  ///   - limit: The maximum number for each item.
  /// - Returns: Edges by target; every id is there, with an empty list when it has none.
  /// - Throws: `StorageError`.
  public func edges(
    toTargets targetIds: [String], edgeType: String?, limit: Int? = nil
  ) async throws -> [String: [Edge]] {
    try await read { db in
      var result: [String: [Edge]] = [:]
      for id in targetIds {
        result[id] = try EdgeReader(db: db).edges(to: id, type: edgeType, limit: limit)
      }
      return result
    }
  }

  /// Lists the edge types, core ones first.
  ///
  /// - Returns: The types.
  /// - Throws: `StorageError`.
  public func edgeTypes() async throws -> [EdgeType] {
    try await read { db in
      let types = try StoredTypes.registry(in: db)
      return try StoredTypes.edgeRules(in: db, itemTypes: types).edgeTypes.values
        .sorted { ($0.isCore ? 0 : 1, $0.id) < ($1.isCore ? 0 : 1, $1.id) }
    }
  }
}

extension StoreWriter {
  /// Moves an item into a notebook, or into none; answers whether it has moved.
  func move(id: String, toNotebook notebookId: String?) throws -> Bool {
    let record = try existingRecord(id: id)
    try forgetRefusedMoves(of: record.id)
    let old = try StoredEdges(db: db).edges(to: record.id, ofType: EdgeType.parentOf.id).first
    guard old?.sourceId != notebookId else { return false }
    try requireFreePath(
      of: record, titled: record.title, in: notebookId.map { try existingRecord(id: $0).key })
    if let old { try deleteEdge(id: old.id) }
    if let notebookId {
      _ = try addEdge(
        CreateEdgeInput(sourceId: notebookId, targetId: id, edgeType: EdgeType.parentOf.id))
    }
    try placeChanged(of: existingRecord(id: id))
    return true
  }
}
