import MarfaModel

/// An item with what comes with it.
struct HydratedItem: Sendable {
  var row: ItemRow
  /// Whether tags come with the item.
  var hasMetadata: Bool
  /// The first edges that start from it, by type; nil when they were not asked for.
  var edges: [EdgeGroup]?
  /// The extensions that may be seen; nil when they were not asked for.
  var extensions: [ExtensionRow]?

  /// Bytes of JSON of it, about.
  var size: Int {
    // With metadata the documented answer has them twice.
    row.size + (extensions ?? []).reduce(0) { $0 + $1.data.utf8.count } * (hasMetadata ? 2 : 1)
      + (edges ?? []).flatMap(\.rows).reduce(0) { $0 + $1.size }
  }
}

/// The first edges of one type that start from an item.
struct EdgeGroup: Sendable {
  var type: String
  var rows: [EdgeRow]
  /// Where the next page starts; nil when these are all.
  var cursor: String?
}

/// A page of items.
struct HydratedPage: Sendable {
  var items: [HydratedItem]
  /// Where the next page starts; nil on the last.
  var cursor: String?
}

/// Reads what comes with items.
struct Hydration {
  let rows: any RecordRows
  let scope: ReadScope

  /// How many edges of each type come with an item; fewer where they are long.
  static let edgeCount = 50

  /// Items with what is included: two queries for all of them, however many there are.
  func hydrated(_ items: [ItemRow], including include: Set<ItemInclude>) throws -> [HydratedItem] {
    let keys = items.map(\.key)
    let edges = include.contains(.edges) ? try edges(of: items) : nil
    let extensions =
      include.contains(.extensions)
      ? Dictionary(grouping: try self.extensions(of: keys), by: \.item) : nil
    return items.map { row in
      HydratedItem(
        row: row, hasMetadata: include.contains(.metadata),
        edges: edges.map { $0[row.id] ?? [] }, extensions: extensions.map { $0[row.key] ?? [] })
    }
  }

  /// `{item, metadata}` with edges, as the item routes answer.
  func answer(_ row: ItemRow, _ outcome: Outcome = .done) throws -> StoreAnswer {
    let edges = try edges(of: [row])
    return StoreAnswer(
      outcome: outcome,
      .item(HydratedItem(row: row, hasMetadata: true, edges: edges[row.id] ?? [])))
  }

  /// `{metadata}` with the extensions that may be seen.
  func metadataAnswer(_ row: ItemRow) throws -> StoreAnswer {
    StoreAnswer(.metadata(row, try extensions(of: [row.key])))
  }

  /// `{extensions}`.
  func extensionsAnswer(_ key: Int64) throws -> StoreAnswer {
    StoreAnswer(.extensions(try extensions(of: [key])))
  }

  /// The extensions of items that may be seen, by item and namespace.
  private func extensions(of keys: [Int64]) throws -> [ExtensionRow] {
    try rows.extensions(of: keys).filter { scope.access.mayRead(extension: $0.namespace) }
  }

  /// The edges that start from items, by the items' ids.
  private func edges(of items: [ItemRow]) throws -> [String: [EdgeGroup]] {
    // Records of the server have none, and negative keys.
    let keys = items.map(\.key).filter { $0 > 0 }
    guard !keys.isEmpty else { return [:] }
    let found = try rows.edges(
      from: keys, visibility: scope.visibility,
      limit: RowLimit(count: Self.edgeCount, bytes: scope.limits.itemEdgeBytes))
    guard !found.isEmpty else { return [:] }
    let keyById = Dictionary(items.map { ($0.id, $0.key) }) { first, _ in first }
    var groups: [String: [EdgeGroup]] = [:]
    for first in found {
      var group = EdgeGroup(type: first.type, rows: first.rows)
      if first.hasMore, let key = keyById[first.sourceId] {
        // A type without room for any is listed from its start.
        let place = ListPlace(key: first.rows.last?.key ?? 0)
        group.cursor = try PageCursor(place).text(
          of: EdgePage.list([first.type], at: .source(key)), in: rows)
      }
      groups[first.sourceId, default: []].append(group)
    }
    return groups
  }
}
