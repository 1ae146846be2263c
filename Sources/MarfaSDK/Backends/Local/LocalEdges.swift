/// Edges of a store on this machine.
struct LocalEdges: EdgesBackend {
  let store: LocalStore

  func create(_ input: CreateEdgeInput) async throws -> Edge {
    try await store.documented { try await $0.createEdge(input) }
  }

  func update(id: String, properties: [String: JSONValue]) async throws -> Edge {
    try await store.documented { try await $0.updateEdge(id: id, properties: properties) }
  }

  func delete(id: String) async throws {
    try await store.documented { try await $0.deleteEdge(id: id) }
  }

  func list(_ filters: EdgeFilters) async throws -> ListPage<Edge> {
    try await store.documented { try await $0.edges(filters) }
  }

  func listToTargets(
    targetIds: [String], edgeType: String?, limit: Int?
  ) async throws -> [String: [Edge]] {
    try await store.documented {
      try await $0.edges(toTargets: targetIds, edgeType: edgeType, limit: limit)
    }
  }

  func types() async throws -> [EdgeType] {
    try await store.documented { try await $0.edgeTypes() }
  }

  /// `emitEvents` changes nothing: queries on this store see every change.
  func bulk(
    _ edges: [CreateEdgeInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult {
    try await store.documented { try await $0.bulk(edges, mode: mode, atomic: atomic) }
  }
}
