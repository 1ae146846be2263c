import MarfaModel

/// One page of readable edges, oldest first.
struct EdgePage: Sendable {
  let rows: [EdgeRow]
  /// Where the next page starts; nil on the last.
  let cursor: String?

  init(
    _ request: EdgeListRequest, at end: EdgeSelection.End, _ scope: ReadScope,
    in rows: any RecordRows
  ) throws {
    let limit = request.limit ?? 100
    guard (1...500).contains(limit) else {
      throw StoreErrors.invalid("limit", "A page has 1 to 500 edges.", limit: 500)
    }
    guard request.edgeTypes.count <= 10 else {
      throw StoreErrors.invalid("edge_type", "At most 10 edge types are listed at once.", limit: 10)
    }
    let list = Self.list(request.edgeTypes, at: end)
    let start = try request.cursor.map { try PageCursor($0, of: list, in: rows).place.key }
    let page = try rows.edges(
      EdgeSelection(end: end, types: Set(request.edgeTypes), visibility: scope.visibility),
      after: start ?? 0, limit: RowLimit(count: limit, bytes: scope.limits.pageBytes))
    self.rows = page.rows
    cursor =
      try page.hasMore
      ? page.rows.last.map {
        try PageCursor(ListPlace(key: $0.key)).text(of: list, in: rows)
      } : nil
  }

  /// What a cursor belongs to: whose edges, of which types.
  static func list(_ types: [String], at end: EdgeSelection.End) -> String {
    let types = Set(types).sorted().map(JSONValue.string)
    let end: [JSONValue] =
      switch end {
      case .source(let key): ["source", .integer(key)]
      case .target(let key): ["target", .integer(key)]
      case .any: []
      }
    return StoredJSON.text(["edges": .array(end), "types": .array(types)])
  }
}
