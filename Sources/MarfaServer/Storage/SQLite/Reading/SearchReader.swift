import GRDB
import MarfaModel

/// Finds items by their words, best first.
struct SearchReader {
  let db: Database
  /// A full-text pattern.
  let pattern: String
  let selection: SearchSelection

  /// Of more matches than these only the newest are weighed, which bounds the time of a search
  /// for a word that every item has.
  static let rankedCount = 2000

  /// Bytes of an item up to which SQLite makes its snippet: `snippet()` compares each match of a
  /// text with every other one.
  static let shortSize = 4 << 10

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

  /// What is found, best first.
  func hits() throws -> [SearchHit] {
    let conditions = try Conditions(selection.items, order: nil, in: db)
    let isRough = try isRough
    let matches = isRough ? Self.roughMatches(conditions.clause) : Self.exactMatches
    let statement = try db.statement(
      """
      WITH match AS MATERIALIZED (\(matches))
      SELECT item.key, \(Self.score) AS total
      FROM match JOIN item ON item.key = match.key
      WHERE \(isRough ? "1" : conditions.clause)
      ORDER BY total DESC, item.key DESC LIMIT ? OFFSET ?
      """, isKept: selection.items.isCommon)
    // In the order of the question marks: a rough search has its conditions twice, first.
    let (before, after) =
      isRough
      ? (conditions.arguments + conditions.arguments, []) : ([], conditions.arguments)
    let found = try Row.fetchAll(
      statement,
      arguments: [pattern] + before + [selection.now.milliseconds] + after
        + [selection.limit, selection.offset])
    // Items are read when their places are known: to sort them with their texts takes the memory of
    // all of them.
    var hits: [SearchHit] = []
    var bytes = 0
    for row in found {
      let columns = try db.row(
        "SELECT \(ItemRow.columns) FROM item WHERE key = ?", [row[0] as Int64])
      guard let item = try columns.map(ItemRow.init) else { continue }
      bytes += item.size
      if bytes > selection.bytes, !hits.isEmpty { break }
      hits.append(SearchHit(row: item, score: row[1], marked: try marked(item)))
    }
    return hits
  }

  /// Whether matches are weighed roughly: more match than are weighed one by one, or bm25, which
  /// counts in how many items of all a word is, would tell of items that may not be seen.
  private var isRough: Bool {
    get throws { try selection.items.visibility.itemTypes != nil || isCommon }
  }

  /// Whether more items match than are weighed one by one.
  private var isCommon: Bool {
    get throws {
      let count = try db.value(
        """
        SELECT COUNT(*) FROM (SELECT 1 FROM item_fts WHERE item_fts MATCH ?
          LIMIT \(Self.rankedCount + 1))
        """, [pattern], as: Int.self)
      return count ?? 0 > Self.rankedCount
    }
  }

  /// The place of an item's text where the words are.
  private func marked(_ item: ItemRow) throws -> String? {
    guard item.size <= Self.shortSize else { return try markedInPieces(item.key) }
    return try db.value(
      """
      SELECT snippet(item_fts, -1, char(2), char(3), '…', 24) FROM item_fts
      WHERE item_fts MATCH ? AND rowid = ?
      """, [pattern, item.key], as: String.self
    ).map(SearchedText.shown)
  }

  /// The same of a long item, by one walk over its texts that ends with the first piece that has a
  /// phrase.
  private func markedInPieces(_ key: Int64) throws -> String? {
    let phrases = SearchPhrases(selection.text).phrases.map {
      (words: SearchedWords($0.text).words.map(\.folded), isPrefix: $0.isPrefix)
    }
    let row = try db.row("SELECT title, text, tags FROM item_fts WHERE rowid = ?", [key])
    for column in 0..<3 {
      guard let text = row?[column] as String? else { continue }
      for piece in text.pieces(of: Self.shortSize) {
        let words = SearchedWords(piece)
        let holds = phrases.contains {
          !words.places(of: $0.words, isPrefix: $0.isPrefix).isEmpty
        }
        if holds { return words.marked(phrases) }
      }
    }
    return nil
  }
}

extension String {
  /// The text in pieces of a number of bytes at most, which end after a space where there is one.
  fileprivate func pieces(of bytes: Int) -> UnfoldSequence<String, Substring> {
    sequence(state: self[...]) { (rest: inout Substring) -> String? in
      guard !rest.isEmpty else { return nil }
      let end = Self.end(ofPieceOf: rest, bytes)
      let piece = String(rest[..<end])
      rest = rest[end...]
      return piece
    }
  }

  private static func end(ofPieceOf rest: Substring, _ bytes: Int) -> Index {
    let text = rest.utf8
    guard let most = text.index(rest.startIndex, offsetBy: bytes, limitedBy: rest.endIndex),
      most < rest.endIndex
    else { return rest.endIndex }
    if let space = text[..<most].lastIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
      return text.index(after: space)
    }
    var end = most
    // Not within a character.
    while end < rest.endIndex, text[end] & 0xC0 == 0x80 { end = text.index(after: end) }
    return end
  }
}
