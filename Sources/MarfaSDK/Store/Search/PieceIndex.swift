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
    for key in keys {
      guard let text = try searchDocument(of: key)?.joined(separator: "\n") else { continue }
      try db.statement(
        "INSERT INTO item_trigram(rowid, text) VALUES (?, ?)", holding: text.utf8.count
      ).execute(arguments: [key, TextFold.fold(text)])
    }
    try db.execute(
      sql: "DELETE FROM trigram_stale WHERE item BETWEEN ? AND ?", arguments: [first, last])
    return keys.count
  }
}
