import GRDB

// What `word_stale` says of an item by `is_indexed`, and what becomes of it when something changes;
// the row goes when the word index has caught up.
//
//   is_indexed  | kept of what the index has | the tags change | the body does | more does
//   ------------|----------------------------|-----------------|---------------|----------
//   no row      | it is as the item is       | 2               | 3             | 1
//   0           | it has no entry            | 0               | 0             | 0
//   1 `.whole`  | all columns                | 1               | 1             | 1
//   2 `.tags`   | the tags; the rest is same | 2               | 1             | 1
//   3 `.body`   | the body; the rest is same | 1               | 3             | 1
extension StoreWriter {
  private static let columns = "rowid, title, body, notes, other, tags"
  /// How many items may wait for the word index before a save makes it catch up, which bounds
  /// what the next search has to do.
  static let mostStaleWords = 32
  /// How much text a slice of upkeep indexes before it ends, in bytes: a save waits for a slice.
  static let mostBytesOfSlice = 256 << 10

  /// Notes that the word index will not know an item's text, which is about to change; its row
  /// must still be as it was indexed but for what has been noted.
  ///
  /// Only what changes is kept: whole texts fill pages that the save has to write.
  func textWillChange(_ key: Int64, _ change: IndexedTextChange = .whole) throws {
    if isUnindexed(key) { return }
    switch change {
    case .whole:
      try note(
        .whole, of: key,
        """
        (item, is_indexed, title, body, notes, other, tags)
        SELECT key, 1, title, body, notes, other, tags FROM search_document WHERE key = ?
        """, [key])
    case .tags:
      try note(
        .tags, of: key,
        "(item, is_indexed, tags) SELECT key, 2, tags FROM search_document WHERE key = ?", [key])
    case .body(let old):
      // What the view would make of it, without looking the item up once more.
      try note(
        .body, of: key, "(item, is_indexed, body) VALUES (?, 3, ?)", [key, PlainLetters.fold(old)],
        bytes: old.utf8.count)
    }
  }

  private func note(
    _ change: NotedText, of key: Int64, _ document: String, _ arguments: StatementArguments,
    bytes: Int = 0
  ) throws {
    try db.statement("INSERT OR IGNORE INTO word_stale\(document)", holding: bytes)
      .execute(arguments: arguments)
    guard db.changesCount == 0 else { return staleWordCount += 1 }
    // Noted before: the rest is as it was indexed until now.
    try db.cachedStatement(
      sql: """
        \(Self.keepWholeText) WHERE item = ? AND is_indexed NOT IN (0, 1, \(change.rawValue))
        """
    ).execute(arguments: [key])
  }

  /// Keeps all of the text that the index has of each item, not only what differs: the rest is
  /// about to be read in other letters.
  static func keepWholeTexts(_ db: Database) throws {
    try db.execute(
      sql: """
        \(keepWholeText)
        WHERE is_indexed IN (2, 3) AND item IN (SELECT key FROM search_document)
        """)
  }

  /// Puts next to the one column that differs all others, which are as they were indexed.
  private static let keepWholeText = """
    UPDATE word_stale SET (is_indexed, title, body, notes, other, tags) = (
      SELECT 1, now.title, iif(is_indexed = 3, word_stale.body, now.body), now.notes,
        now.other, iif(is_indexed = 2, word_stale.tags, now.tags)
      FROM search_document AS now WHERE now.key = word_stale.item)
    """

  /// Notes that the word index does not know an item that was just made.
  func textWasAdded(_ key: Int64) throws {
    if isUnindexed(key) { return }
    // A purged item may have had the key, and the row with its indexed text stays then.
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO word_stale(item, is_indexed) VALUES (?, 0)")
      .execute(arguments: [key])
    staleWordCount += db.changesCount
  }

  /// Brings the word index up to date with all changed items.
  func indexStaleWords() throws { _ = try indexSliceOfStaleWords(limit: .max, bytes: .max) }

  /// Brings the word index up to date with a few changed items whose keys are above `last`, as a
  /// save may wait for it: at most `limit`, and no more after `most` bytes of text; says whether
  /// there may be more.
  ///
  /// Each entry is removed with the text that it was made of, as FTS5 demands of an index without
  /// content. All words of a text are in memory until they are written, and those of the former
  /// text with them; so a long one is removed in a slice of its own, which leaves no entry.
  func indexSliceOfStaleWords(
    limit: Int = StoreWriter.mostStaleWords, bytes most: Int = StoreWriter.mostBytesOfSlice,
    above last: Int64 = 0
  ) throws -> Bool {
    let stale = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT key, item, is_indexed FROM word_stale WHERE +item > ? ORDER BY key LIMIT ?
          """), arguments: [last, limit])
    let entries = stale.map {
      (row: $0[0] as Int64, item: $0[1] as Int64, noted: NotedText(rawValue: $0[2]))
    }
    var (bytes, known) = (0, [Int64]())
    // FTS5 writes out what it holds at each step back, and when other tables are changed.
    for (row, key, noted) in entries.sorted(by: { $0.item < $1.item }) where bytes < most {
      if let noted, let document = try indexedDocument(of: key, noted) {
        try write(
          document, of: key,
          """
          INSERT INTO item_fts(item_fts, \(Self.columns)) VALUES ('delete', ?, ?, ?, ?, ?, ?)
          """)
        bytes += document.byteCount
        if bytes >= most {
          try noteRemoval(of: row)
          break
        }
      }
      if let document = try searchDocument(of: key) {
        try write(
          document, of: key, "INSERT INTO item_fts(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)")
        bytes += document.byteCount
      }
      known.append(row)
    }
    for row in known { try forget(row) }
    return bytes >= most || entries.count == limit
  }

  /// Notes that the word index has no entry of an item any more.
  private func noteRemoval(of row: Int64) throws {
    try db.cachedStatement(
      sql: """
        UPDATE word_stale SET is_indexed = 0, title = '', body = '', notes = '', other = '',
          tags = '' WHERE key = ?
        """
    ).execute(arguments: [row])
  }

  /// Notes that the word index knows an item; that of pieces is next.
  private func forget(_ row: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO trigram_stale(item)
        SELECT item FROM word_stale WHERE key = ? AND item IN (SELECT key FROM item)
        """
    ).execute(arguments: [row])
    try db.cachedStatement(sql: "DELETE FROM word_stale WHERE key = ?").execute(arguments: [row])
  }

  /// Writes one entry with the texts of an item.
  ///
  /// `INSERT ... SELECT` would open a savepoint, at which FTS5 writes out what it holds: each
  /// item would leave two parts in place of one for all.
  private func write(_ document: [String], of key: Int64, _ sql: String) throws {
    try db.statement(sql, holding: document.byteCount)
      .execute(arguments: [key] + StatementArguments(document))
  }

  /// What the search indexes are to have of an item: what the view `search_document` says.
  ///
  /// The view's functions hold a long text six times at once; here it is there once.
  ///
  /// - Returns: Title, body, notes, other text and tags; nil for an item that is gone.
  func searchDocument(of key: Int64) throws -> [String]? {
    try texts(
      of: key,
      """
      SELECT item.title, item_text.body, item_text.notes, item_text.other, item.tags
      FROM item JOIN item_text ON item_text.item = item.key WHERE item.key = ?
      """
    )?.map(PlainLetters.fold)
  }

  /// What the word index has of an item that was noted; nil for an item that is gone.
  private func indexedDocument(of key: Int64, _ noted: NotedText) throws -> [String]? {
    let kept = try texts(
      of: key, "SELECT title, body, notes, other, tags FROM word_stale WHERE item = ?")
    guard let column = noted.column, let kept else { return kept }
    var document = try searchDocument(of: key)
    document?[column] = kept[column]
    return document
  }

  private func texts(of key: Int64, _ sql: String) throws -> [String]? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]).map { row in
      (0..<row.count).map { row[$0] }
    }
  }

  /// Indexes all items of a batch in one statement, which is as fast as a rebuild.
  func indexNewItems() throws {
    guard let first = firstUnindexedKey else { return }
    firstUnindexedKey = nil
    defer { restoreCacheSize() }
    try db.execute(
      sql: """
        INSERT INTO item_fts(\(Self.columns))
        SELECT key, title, body, notes, other, tags FROM search_document WHERE key >= ?
        """, arguments: [first])
    try db.execute(
      sql: "INSERT OR IGNORE INTO trigram_stale(item) SELECT key FROM item WHERE key >= ?",
      arguments: [first])
  }

  /// Merges parts of the word index, writing about the given number of its pages of 1 KB.
  ///
  /// Answers whether there may be more to merge: a merge with nothing to do changes fewer than
  /// two rows, see <https://www.sqlite.org/fts5.html#the_merge_command>.
  func mergeWordIndex(pages: Int) throws -> Bool {
    let before = db.totalChangesCount
    try db.execute(
      sql: "INSERT INTO item_fts(item_fts, rank) VALUES ('merge', ?)", arguments: [pages])
    return db.totalChangesCount - before >= 2
  }

  private func isUnindexed(_ key: Int64) -> Bool {
    firstUnindexedKey.map { key >= $0 } ?? false
  }
}

/// What of an item's text is about to change.
enum IndexedTextChange {
  /// Any of it.
  case whole
  /// Its tags.
  case tags
  /// Its body, which is this one.
  case body(String)
}

/// What `word_stale` keeps of the text that the word index has of an item.
///
/// All of it, or the one column in which the item differs. The numbers are in the table, where 0
/// is an item without an entry.
enum NotedText: Int64 {
  case whole = 1
  case tags = 2
  case body = 3

  /// The one column of `StoreWriter.columns` after the key that is kept; nil for all.
  fileprivate var column: Int? {
    switch self {
    case .whole: nil
    case .tags: 4
    case .body: 1
    }
  }
}

extension [String] {
  /// How long the texts are together, in bytes.
  var byteCount: Int { reduce(0) { $0 + $1.utf8.count } }
}

extension Database {
  /// The longest text that a statement may keep until it is executed again, in bytes.
  private static let longestKept = 64 << 10

  /// A statement that is made once and kept, unless it is to hold a long text: that would be kept
  /// with it.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - bytes: How long the texts are that it is executed with.
  /// - Returns: The statement.
  /// - Throws: What SQLite says of the statement.
  func statement(_ sql: String, holding bytes: Int) throws -> Statement {
    try bytes > Self.longestKept ? makeStatement(sql: sql) : cachedStatement(sql: sql)
  }
}

extension StoreWriter {
  /// Puts off the indexing of items that are new in this transaction to its end.
  func putOffIndexing() throws {
    let last = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    // A new item may get the key of a purged one, whose entry must be gone by then. What else is
    // stale has time: nobody waits for it here.
    _ = try indexSliceOfStaleWords(limit: .max, bytes: .max, above: last)
    firstUnindexedKey = last + 1
    // A large batch would otherwise spill its dirty pages to the log again and again; the memory
    // is given back at the end of the transaction.
    try db.execute(sql: "PRAGMA cache_size = -65536")
  }

  /// The writer's pages in memory, in KiB: of 100,000 notes the indexes that a save changes.
  static let cacheSize = 16_384

  private func restoreCacheSize() {
    // A failure leaves a larger cache and nothing else.
    try? db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
  }
}
