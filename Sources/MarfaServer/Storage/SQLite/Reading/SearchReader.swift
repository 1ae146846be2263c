import GRDB
import MarfaModel

/// Finds items by their words, best first.
struct SearchReader {
  let db: Database
  let scope: ReadScope
  let now: Timestamp

  /// Of more matches than these only the newest are weighed, which bounds the time of a search
  /// for a word that every item has.
  static let rankedCount = 2000

  /// Weighs by time and state: a change of today counts half as much again, one of a month ago a
  /// quarter; archived items count half.
  private static let score = """
    match.score * (1.0 + 0.5 / (1.0 + MAX(0, ? - item.updated_at) / 2592000000.0))
      * CASE item.state WHEN 1 THEN 0.5 ELSE 1.0 END
    """

  /// Every match: the title counts 10, tags 5, all else 1.
  private static let exactMatches = """
    SELECT rowid AS key, -bm25(item_fts, 10.0, 1.0, 5.0) AS score
    FROM item_fts WHERE item_fts MATCH ?1
    """

  /// The newest matches that the search is for, those in titles and tags before others.
  ///
  /// What an item scores depends on this item alone.
  private static func roughMatches(_ condition: String) -> String {
    func newest(_ pattern: String, score: Double) -> String {
      // The order of the tables is given, so that the index gives rows in the order of the limit.
      """
      SELECT * FROM (SELECT item.key AS key, \(score) AS score
        FROM item_fts CROSS JOIN item ON item.key = item_fts.rowid
        WHERE item_fts MATCH \(pattern) AND \(condition)
        ORDER BY item_fts.rowid DESC LIMIT \(rankedCount))
      """
    }
    return """
      SELECT key, MAX(score) AS score FROM (
        \(newest("'{title tags} : (' || ?1 || ')'", score: 10))
        UNION ALL
        \(newest("?1", score: 1)))
      GROUP BY key
      """
  }

  /// `{results}` of a search.
  func answer(_ request: SearchRequest) throws -> StoreAnswer {
    let limit = request.limit ?? 20
    guard (1...100).contains(limit) else {
      throw StoreErrors.invalid("limit", "A search gives 1 to 100 results.")
    }
    guard (0...10_000).contains(request.offset) else {
      throw StoreErrors.invalid("offset", "The offset of a search is 0 to 10000.")
    }
    guard !request.text.isEmpty, request.text.utf8.count <= 1000 else {
      throw StoreErrors.invalid("q", "A search has 1 to 1000 bytes.")
    }
    var hits: [(row: ItemRow, score: Double)] = []
    let pattern = SearchPattern(request.text).text
    if let pattern, request.filters.state != .trashed {
      hits = try found(pattern, request, limit: limit)
    } else {
      // Filters are checked even when nothing can be found.
      _ = try Conditions(request.filters, scope, order: nil, in: db)
    }
    var writer = JSONWriter(capacity: 16_384)
    writer.raw("{\"results\":[")
    for (index, hit) in hits.enumerated() {
      if index > 0 { writer.raw(",") }
      try write(hit, pattern ?? "", request.include, to: &writer)
    }
    writer.raw("]}")
    return StoreAnswer(body: writer.bytes)
  }

  private func found(
    _ pattern: String, _ request: SearchRequest, limit: Int
  ) throws -> [(row: ItemRow, score: Double)] {
    let conditions = try Conditions(request.filters, scope, order: nil, in: db)
    let isRough = try isRough(pattern)
    let matches = isRough ? Self.roughMatches(conditions.clause) : Self.exactMatches
    let statement = try db.statement(
      """
      WITH match AS MATERIALIZED (\(matches))
      SELECT \(ItemRow.columns), \(Self.score) AS total
      FROM match JOIN item ON item.key = match.key
      WHERE \(isRough ? "1" : conditions.clause)
      ORDER BY total DESC, item.key DESC LIMIT ? OFFSET ?
      """, for: request.filters)
    // In the order of the question marks: a rough search has its conditions twice, first.
    let (before, after) =
      isRough
      ? (conditions.arguments + conditions.arguments, []) : ([], conditions.arguments)
    let rows = try Row.fetchAll(
      statement,
      arguments: [pattern] + before + [now.milliseconds] + after + [limit, request.offset])
    return try rows.map { (try ItemRow($0), $0[ItemRow.columnCount]) }
  }

  /// Whether matches are weighed roughly: more match than are weighed one by one, or bm25, which
  /// counts in how many items of all a word is, would tell of items that may not be seen.
  private func isRough(_ pattern: String) throws -> Bool {
    try scope.readableTypes != nil || isCommon(pattern)
  }

  /// Whether more items match than are weighed one by one.
  private func isCommon(_ pattern: String) throws -> Bool {
    let count = try db.value(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM item_fts WHERE item_fts MATCH ?
        LIMIT \(Self.rankedCount + 1))
      """, [pattern], as: Int.self)
    return count ?? 0 > Self.rankedCount
  }

  private func write(
    _ hit: (row: ItemRow, score: Double), _ pattern: String, _ include: Set<ItemInclude>,
    to writer: inout JSONWriter
  ) throws {
    let hydration = Hydration(db: db, scope: scope)
    let extensions = include.contains(.extensions) ? try hydration.extensions(of: hit.row.key) : nil
    let edges = include.contains(.edges) ? try hydration.edges(of: hit.row.key) : nil
    writer.raw("{\"item\":")
    hit.row.write(to: &writer, edges: edges, extensions: extensions)
    writer.raw(",\"metadata\":")
    hit.row.writeMetadata(to: &writer, extensions: extensions)
    writer.raw(",\"relevance_score\":")
    writer.write(hit.score)
    let snippet = try db.value(
      """
      SELECT snippet(item_fts, -1, char(2), char(3), '…', 24) FROM item_fts
      WHERE item_fts MATCH ? AND rowid = ?
      """, [pattern, hit.row.key], as: String.self)
    if let snippet {
      let snippet = Snippet(marked: snippet)
      writer.member("snippet", snippet.plain)
      writer.member("snippet_html", snippet.html)
    }
    writer.raw("}")
  }
}

/// The place of a hit, whose marked words stand between the characters 2 and 3.
struct Snippet {
  /// The text without marks.
  let plain: String
  /// The text with `<mark>` round the words, everything else escaped.
  let html: String

  init(marked: String) {
    var plain = ""
    var html = ""
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "\u{2}": html += "<mark>"
      case "\u{3}": html += "</mark>"
      case SearchedText.separator: continue
      default:
        plain.unicodeScalars.append(scalar)
        switch scalar {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        default: html.unicodeScalars.append(scalar)
        }
      }
    }
    self.plain = plain
    self.html = html
  }
}
