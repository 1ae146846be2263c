import MarfaSDK

/// Writes every item as JSON: one object with a line for each item.
///
/// Notebooks come before what is in them, and then the oldest first, so that an import can go from
/// the first line to the last. Old versions and the numbers of versions are not part of it.
package struct JSONExport: Sendable {
  /// The first line, by which an import knows the form.
  package static let head = "{\"format\":\"marfa\",\"version\":1,\"items\":["
  /// The last line.
  static let tail = "]}"

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Writes everything.
  ///
  /// - Parameter write: Takes the bytes piece by piece.
  /// - Throws: `CancellationError`, `StorageError`, or what `write` throws.
  package func write(_ write: @Sendable ([UInt8]) throws -> Void) async throws {
    let edges = try await ExportedEdges(store: store)
    var isFirst = true
    try write(Array((Self.head + "\n").utf8))
    for id in edges.parentsOutermostFirst {
      guard let item = try await store.item(id: id) else { continue }
      try await writeItem(item, edges, &isFirst, write)
    }
    let parents = Set(edges.parentsOutermostFirst)
    // The trash is not part of a list without a state.
    for state in [nil, ItemState.trashed] {
      try await eachPage(state) { items in
        for item in items where !parents.contains(item.id) {
          try await writeItem(item, edges, &isFirst, write)
        }
      }
    }
    try write(Array(((isFirst ? "" : "\n") + Self.tail + "\n").utf8))
  }

  private func eachPage(
    _ state: ItemState?, _ body: ([Item]) async throws -> Void
  ) async throws {
    var filters = ListFilters(
      state: state, sort: .createdAt, direction: .ascending, limit: 200)
    while true {
      try Task.checkCancellation()
      let page = try await store.items(filters)
      try await body(page.data)
      guard page.hasMore, let cursor = page.cursor else { return }
      filters.cursor = cursor
    }
  }

  private func writeItem(
    _ item: Item, _ edges: ExportedEdges, _ isFirst: inout Bool,
    _ write: ([UInt8]) throws -> Void
  ) async throws {
    let metadata = try await store.metadata(id: item.id)
    let record = ExportedItem.record(
      item, metadata, notebook: edges.parents[item.id], edges: edges.outgoing[item.id] ?? [])
    let text = (isFirst ? "" : ",\n") + record.json
    isFirst = false
    try write(Array(text.utf8))
  }
}
