import GRDB

/// The index of three-letter pieces, which proposes items for a text anywhere within words.
enum PieceIndex {
  /// The pattern of all pieces of a text; nil when it is shorter than a piece.
  static func pattern(for text: String) -> String? {
    let characters = Array(TextFold.fold(text).unicodeScalars)
    guard characters.count >= 3 else { return nil }
    var pieces: [String] = []
    for start in 0...(characters.count - 3) {
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: characters[start..<start + 3])
      let text = String(piece)
      if !text.utf8.contains(0), !pieces.contains(text) { pieces.append(text) }
      // A few pieces leave few candidates; each further one costs a look-up.
      if pieces.count == 12 { break }
    }
    return pieces.isEmpty ? nil : pieces.map(WordPattern.phrase).joined(separator: " AND ")
  }
}

extension StoreWriter {
  /// Brings the index of pieces up to date for a limited number of items.
  ///
  /// Answers how many it took. Pieces of an item's former text stay in the index: they only
  /// propose the item in vain, and a rebuild drops them.
  func indexStalePieces(limit: Int) throws -> Int {
    let keys = try Int64.fetchAll(
      db, sql: "SELECT item FROM trigram_stale ORDER BY item LIMIT ?", arguments: [limit])
    guard let first = keys.first, let last = keys.last else { return 0 }
    try db.execute(
      sql: """
        INSERT INTO item_trigram(rowid, text)
        SELECT key, marfa_fold(title || char(10) || body || char(10) || notes || char(10)
          || other || char(10) || tags)
        FROM search_document
        WHERE key BETWEEN ? AND ? AND key IN (SELECT item FROM trigram_stale)
        """, arguments: [first, last])
    try db.execute(
      sql: "DELETE FROM trigram_stale WHERE item BETWEEN ? AND ?", arguments: [first, last])
    return keys.count
  }
}
