import MarfaSDK

/// Which notebook each item is in.
enum NotebookOfNote {
  /// The ids of notebooks by the ids of the items in them.
  ///
  /// - Parameter store: The notes.
  /// - Returns: The ids; items in no notebook are missing.
  /// - Throws: `StorageError`.
  static func all(in store: LocalStore) async throws -> [String: String] {
    let edges = try await store.edges(EdgeFilters(edgeTypes: [EdgeType.parentOf.id]))
    return Dictionary(edges.data.map { ($0.targetId, $0.sourceId) }) { first, _ in first }
  }
}
