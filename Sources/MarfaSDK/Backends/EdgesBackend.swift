/// Where ``EdgesNamespace`` sends its calls; the namespace documents each of them.
package protocol EdgesBackend: Sendable {
  /// Creates an edge.
  func create(_ input: CreateEdgeInput) async throws -> Edge
  /// Merges properties into an edge.
  func update(id: String, properties: [String: JSONValue]) async throws -> Edge
  /// Deletes an edge.
  func delete(id: String) async throws
  /// Reads one page of edges, oldest first.
  func list(_ filters: EdgeFilters) async throws -> ListPage<Edge>
  /// Reads the edges that point to each of several items; every id is in the result.
  func listToTargets(
    targetIds: [String], edgeType: String?, limit: Int?
  ) async throws -> [String: [Edge]]
  /// Lists the edge types, core ones first.
  func types() async throws -> [EdgeType]
  /// Creates or changes up to 5,000 edges.
  func bulk(
    _ edges: [CreateEdgeInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult
}
