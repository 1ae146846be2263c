import GRDB

extension StoreWriter {
  private static let columns = "rowid, title, body, notes, other, tags"

  /// Takes an item out of the word index; its row must still be as it was indexed.
  func removeFromIndex(_ key: Int64) throws {
    if isUnindexed(key) { return }
    try writeToIndex(
      key, "INSERT INTO item_fts(item_fts, \(Self.columns)) VALUES ('delete', ?, ?, ?, ?, ?, ?)")
  }

  /// Puts an item into the word index as its row now is.
  func addToIndex(_ key: Int64) throws {
    if isUnindexed(key) { return }
    try writeToIndex(key, "INSERT INTO item_fts(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)")
    try markPiecesStale(key)
  }

  /// Writes one entry with the values that an item's row now has.
  ///
  /// `INSERT ... SELECT` would open a savepoint, at which FTS5 writes out what it holds: each
  /// save would leave two parts in place of one.
  private func writeToIndex(_ key: Int64, _ sql: String) throws {
    let document = try db.cachedStatement(
      sql: "SELECT key, title, body, notes, other, tags FROM search_document WHERE key = ?")
    guard let row = try Row.fetchOne(document, arguments: [key]) else { return }
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(row.databaseValues))
  }

  /// Notes that the index of pieces does not know the item's present text.
  private func markPiecesStale(_ key: Int64) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO trigram_stale(item) VALUES (?)")
      .execute(arguments: [key])
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

  /// Merges parts of the word index, writing about so many of its pages of 1 KB.
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

extension StoreWriter {
  /// Puts off the indexing of items that are new in this transaction to its end.
  func putOffIndexing() throws {
    let last = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    firstUnindexedKey = last + 1
    // A large batch would otherwise spill its dirty pages to the log again and again; the memory
    // is given back at the end of the transaction.
    try db.execute(sql: "PRAGMA cache_size = -65536")
  }

  /// The writer's pages in memory, in KiB.
  static let cacheSize = 8192

  private func restoreCacheSize() {
    // A failure leaves a larger cache and nothing else.
    try? db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
  }
}
