import MarfaSDK

/// The edges of a store as an export writes them.
struct ExportedEdges: Sendable {
  /// The item that each item is in, by id.
  private(set) var parents: [String: String] = [:]
  /// All other edges by their source, by type and target.
  private(set) var outgoing: [String: [Edge]] = [:]
  /// The items that others are in, each after the one that it is in.
  private(set) var parentsOutermostFirst: [String] = []

  /// Reads all edges.
  ///
  /// - Parameter store: The notes.
  /// - Throws: `StorageError`.
  init(store: LocalStore) async throws {
    for edge in try await store.edges(EdgeFilters()).data {
      if edge.edgeType == EdgeType.parentOf.id {
        parents[edge.targetId] = edge.sourceId
      } else {
        outgoing[edge.sourceId, default: []].append(edge)
      }
    }
    outgoing = outgoing.mapValues { edges in
      edges.sorted { ($0.edgeType, $0.targetId) < ($1.edgeType, $1.targetId) }
    }
    var placed: Set<String> = []
    for id in Set(parents.values).sorted() { place(id, &placed) }
  }

  /// Membership has no circles, so this ends.
  private mutating func place(_ id: String, _ placed: inout Set<String>) {
    guard placed.insert(id).inserted else { return }
    if let parent = parents[id] { place(parent, &placed) }
    parentsOutermostFirst.append(id)
  }
}
