/// Creates, changes and lists edges.
///
/// ```swift
/// try await client.edges.create(
///   CreateEdgeInput(sourceId: note.id, targetId: book.id, edgeType: "about"))
/// let about = try await client.edges.backrefs(to: book.id, edgeType: "about")
/// show(about.data.map(\.sourceId))
/// ```
public struct EdgesNamespace: Sendable {
  let backend: any EdgesBackend

  /// Joins two items by an edge, as the rules of its type allow.
  ///
  /// - Parameter input: The edge.
  /// - Returns: The edge as it is stored.
  /// - Throws: `NotFoundError`, `ValidationError` with `edge_constraint_violation`, `edge_cycle`
  ///   or `invalid_properties`, or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func create(_ input: CreateEdgeInput) async throws -> Edge {
    try await backend.create(input)
  }

  /// Merges properties into an edge; null takes one away.
  ///
  /// - Parameters:
  ///   - id: The edge's id.
  ///   - properties: The properties that change.
  /// - Returns: The edge as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func update(id: String, properties: [String: JSONValue]) async throws -> Edge {
    try await backend.update(id: id, properties: properties)
  }

  /// Deletes an edge.
  ///
  /// - Parameter id: The edge's id.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func delete(id: String) async throws {
    try await backend.delete(id: id)
  }

  /// Lists edges, oldest first.
  ///
  /// - Parameter filters: Which edges, and how many.
  /// - Returns: One page.
  /// - Throws: `NotFoundError`, `ValidationError` for a bad cursor, or `LocalStorageError`.
  public func list(_ filters: EdgeFilters = EdgeFilters()) async throws -> ListPage<Edge> {
    try await backend.list(filters)
  }

  /// Lists the edges that point to an item, oldest first.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - edgeType: The edges' type; all when nil.
  ///   - limit: How many at most; all when nil.
  /// - Returns: One page.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func backrefs(
    to id: String, edgeType: String? = nil, limit: Int? = nil
  ) async throws -> ListPage<Edge> {
    try await backend.list(
      EdgeFilters(targetId: id, edgeTypes: edgeType.map { [$0] } ?? [], limit: limit))
  }

  /// Lists the edges of a type that point to each of several items.
  ///
  /// - Parameters:
  ///   - targetIds: The items.
  ///   - edgeType: The edges' type; all when nil.
  ///   - limit: How many at most for each item; all when nil.
  /// - Returns: Edges by target; every id is there, with an empty list when it has none.
  /// - Throws: `LocalStorageError`.
  public func listToTargets(
    targetIds: [String], edgeType: String? = nil, limit: Int? = nil
  ) async throws -> [String: [Edge]] {
    try await backend.listToTargets(
      targetIds: targetIds, edgeType: edgeType, limit: limit)
  }

  /// Lists the edge types, core ones first.
  ///
  /// - Returns: The types.
  /// - Throws: `LocalStorageError`.
  public func types() async throws -> [EdgeType] {
    try await backend.types()
  }
}
