import GRDB
import MarfaModel

/// One page of readable edges, oldest first.
struct EdgePage {
  /// Which edges a list is of.
  enum End {
    /// Those that start from the item of a key.
    case source(Int64)
    /// Those that point to it.
    case target(Int64)
    /// Every one.
    case any
  }

  let rows: [EdgeRow]
  let hasMore: Bool
  /// Where the next page starts; nil on the last.
  let cursor: String?

  init(_ request: EdgeListRequest, at end: End, _ scope: ReadScope, in db: Database) throws {
    let limit = request.limit ?? 100
    guard (1...500).contains(limit) else {
      throw StoreErrors.invalid("limit", "A page has 1 to 500 edges.")
    }
    guard request.edgeTypes.count <= 10 else {
      throw StoreErrors.invalid("edge_type", "At most 10 edge types are listed at once.")
    }
    var conditions = Conditions()
    switch end {
    case .source(let key): conditions.add("edge.source = ?", [key])
    case .target(let key): conditions.add("edge.target = ?", [key])
    case .any: break
    }
    if !request.edgeTypes.isEmpty { conditions.add("edge.type", in: Set(request.edgeTypes)) }
    conditions.addReadableEdge(scope, ends: ["source.type", "target.type"])
    let list = Self.list(request, at: end)
    if let text = request.cursor {
      conditions.add("edge.key > ?", [try PageCursor(text, of: list, in: db).key])
    }
    let found = try db.rows(
      """
      SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) WHERE \(conditions.clause)
      ORDER BY edge.key LIMIT ?
      """, conditions.arguments + [limit + 1])
    hasMore = found.count > limit
    rows = found.prefix(limit).map(EdgeRow.init)
    cursor =
      try hasMore ? rows.last.map { try PageCursor(key: $0.key).text(of: list, in: db) } : nil
  }

  /// What a cursor belongs to: whose edges, of which types.
  private static func list(_ request: EdgeListRequest, at end: End) -> String {
    let types = Set(request.edgeTypes).sorted().map(JSONValue.string)
    let end: [JSONValue] =
      switch end {
      case .source(let key): ["source", .integer(key)]
      case .target(let key): ["target", .integer(key)]
      case .any: []
      }
    return StoredJSON.text(["edges": .array(end), "types": .array(types)])
  }

  /// Writes the edges, separated by commas.
  func writeRows(to writer: inout JSONWriter) {
    for (index, row) in rows.enumerated() {
      if index > 0 { writer.raw(",") }
      row.write(to: &writer)
    }
  }

  /// The page as the API answers it.
  var answer: StoreAnswer {
    var writer = JSONWriter(capacity: rows.count * 320 + 64)
    writer.writePage(cursor: cursor, hasMore: hasMore) { writeRows(to: &$0) }
    return StoreAnswer(body: writer.bytes)
  }
}

extension JSONWriter {
  /// Writes a page round its elements.
  mutating func writePage(
    cursor: String?, hasMore: Bool, _ data: (inout JSONWriter) throws -> Void
  ) rethrows {
    raw("{\"data\":[")
    try data(&self)
    raw("],\"cursor\":")
    write(cursor.map(JSONValue.string) ?? .null)
    raw(",\"has_more\":\(hasMore)}")
  }
}
