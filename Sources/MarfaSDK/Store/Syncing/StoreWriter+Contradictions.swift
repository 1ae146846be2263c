import GRDB

/// Texts that overrule what the server has.
extension StoreWriter {
  /// Lets the update that was just recorded ask as somebody who has not seen the server's text: it
  /// was made on an older one, and overrules words of others.
  ///
  /// An update that waited before was made on an older version anyhow, and one that follows another
  /// goes on from that.
  ///
  /// - Parameters:
  ///   - record: The item.
  ///   - field: The name of the text.
  ///   - base: The text before the contradiction.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func contradict(_ record: ItemRecord, _ field: String, since base: String) throws {
    guard try isConnected, let known = record.serverVersion else { return }
    try writeRecorded()
    let row = try QueueTable(db: db).rows(of: record.key).last {
      $0.intent.kind == .updateItem && $0.intent.detail.contains(field)
    }
    guard let row, !row.isFrozen, row.intent.base == nil, row.baseVersion == known,
      row.intent.detail == [field]
    else { return }
    try db.cachedStatement(sql: "UPDATE mutation SET base_version = 0, base = ? WHERE key = ?")
      .execute(arguments: [StoredJSON.text(.object([field: .string(base)])), row.key])
  }
}
