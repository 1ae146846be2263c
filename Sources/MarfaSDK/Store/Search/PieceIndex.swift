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

/// The distinct pieces of a text, as a far shorter text that has them.
///
/// The index keeps no places, so that of a long text nothing else is needed; FTS5 takes as long for
/// a piece that it has as for one that is new. Where two runs of pieces meet there is a line's end,
/// which nobody looks for.
package struct PieceDigest {
  /// A text shorter than this is indexed as it is, in bytes.
  static let leastBytes = 16 << 10

  /// The text that has the pieces.
  package private(set) var text = String.UnicodeScalarView()
  /// One bit for each piece of ASCII.
  private var plain = [UInt64](repeating: 0, count: 1 << 15)
  /// All other pieces.
  private var others: Set<UInt64> = []

  /// Has no pieces.
  package init() {}

  /// Adds the pieces of a text; linear.
  ///
  /// - Parameter added: The text, folded.
  package mutating func add(_ added: String) {
    var piece: (Unicode.Scalar, Unicode.Scalar)?
    var before: Unicode.Scalar?
    var isRun = false
    for scalar in added.unicodeScalars {
      defer {
        piece = before.map { ($0, scalar) }
        before = scalar
      }
      guard let piece else { continue }
      guard insert(piece.0, piece.1, scalar) else {
        isRun = false
        continue
      }
      if !isRun { text.append(contentsOf: ["\n", piece.0, piece.1]) }
      text.append(scalar)
      isRun = true
    }
  }

  /// Notes a piece; false for one that was there, or has the byte at which FTS5 ends a text.
  private mutating func insert(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar
  ) -> Bool {
    if first.value == 0 || second.value == 0 || third.value == 0 { return false }
    let number = UInt64(first.value) << 42 | UInt64(second.value) << 21 | UInt64(third.value)
    guard first.isASCII, second.isASCII, third.isASCII else {
      return others.insert(number).inserted
    }
    let place = Int(first.value << 14 | second.value << 7 | third.value)
    let (word, bit) = (place >> 6, UInt64(1) << UInt64(place & 63))
    guard plain[word] & bit == 0 else { return false }
    plain[word] |= bit
    return true
  }
}

extension StoreWriter {
  /// Brings the index of pieces up to date for a limited number of items, and for no more once
  /// their texts are `mostBytesOfSlice` long.
  ///
  /// Answers how many it took. Pieces of an item's former text stay in the index: they only
  /// propose the item in vain, and a rebuild drops them.
  func indexStalePieces(limit: Int) throws -> Int {
    let keys = try Int64.fetchAll(
      db, sql: "SELECT item FROM trigram_stale ORDER BY item LIMIT ?", arguments: [limit])
    var (taken, bytes) = (0, 0)
    for key in keys where bytes < Self.mostBytesOfSlice {
      taken += 1
      guard let document = try searchDocument(of: key) else { continue }
      bytes += document.byteCount
      let text = Self.pieces(of: document)
      try db.statement(
        "INSERT INTO item_trigram(rowid, text) VALUES (?, ?)", holding: text.utf8.count
      ).execute(arguments: [key, text])
    }
    guard let first = keys.first, taken > 0 else { return 0 }
    try db.execute(
      sql: "DELETE FROM trigram_stale WHERE item BETWEEN ? AND ?",
      arguments: [first, keys[taken - 1]])
    return taken
  }

  /// A text with the pieces of all texts of an item.
  private static func pieces(of document: [String]) -> String {
    guard document.contains(where: { $0.utf8.count >= PieceDigest.leastBytes }) else {
      return TextFold.fold(document.joined(separator: "\n"))
    }
    var digest = PieceDigest()
    for text in document { digest.add(TextFold.fold(text)) }
    return String(digest.text)
  }
}
