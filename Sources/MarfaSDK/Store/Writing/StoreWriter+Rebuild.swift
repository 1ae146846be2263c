import GRDB

extension StoreWriter {
  /// Builds both search indexes and all counts again from the items.
  func rebuildDerivedData() throws {
    try db.execute(sql: "INSERT INTO item_fts(item_fts) VALUES ('rebuild')")
    try db.execute(sql: "DELETE FROM word_stale")
    try db.execute(sql: "INSERT INTO item_trigram(item_trigram) VALUES ('delete-all')")
    try db.execute(sql: "INSERT OR IGNORE INTO trigram_stale(item) SELECT key FROM item")
    try db.execute(
      sql: """
        UPDATE tag SET count = (
          SELECT COUNT(*) FROM item_tag JOIN item ON item.key = item_tag.item
          WHERE item_tag.tag = tag.key AND item.state <> 2)
        """)
    try db.execute(
      sql: """
        UPDATE item SET
          link_count = (SELECT COUNT(*) FROM edge
            WHERE type = 'references' AND edge.source = item.key)
            + (SELECT COUNT(*) FROM edge
              WHERE type = 'references' AND edge.target = item.key),
          notebook = (SELECT source FROM edge
            WHERE type = 'parent-of' AND edge.target = item.key ORDER BY key LIMIT 1)
        """)
    try db.execute(sql: "DELETE FROM counter")
    counts = CountChanges()
    let rows = try Row.fetchCursor(db, sql: "SELECT \(CountedState.columns) FROM item")
    while let row = try rows.next() { counts.move(from: nil, to: CountedState(row: row)) }
  }
}
