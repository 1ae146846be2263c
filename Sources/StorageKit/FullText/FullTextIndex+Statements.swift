import GRDB

extension FullTextIndex {
  /// Makes the index and fills it from the table.
  ///
  /// - Parameter db: A write access.
  /// - Throws: ``StorageError`` with `.statement` when the table has no `INTEGER PRIMARY KEY`,
  ///   whose implicit row ids another statement may renumber; or what SQLite refuses.
  public func create(in db: Database) throws {
    let key = try keyColumn(in: db)
    let list = columns.joined(separator: ", ")
    let tokenize = tokenizer.replacing("'", with: "''")
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE \(name) USING fts5(
          \(list), content='\(table)', content_rowid='\(key)', tokenize='\(tokenize)'
        )
        """)
    try rebuild(in: db)
    if upkeep == .triggers { try createTriggers(key: key, in: db) }
  }

  /// Fills the index from the table, in one statement.
  ///
  /// - Parameter db: A write access.
  /// - Throws: What SQLite refuses.
  public func rebuild(in db: Database) throws {
    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
  }

  /// Merges the index's parts, which makes searching faster after many small writes.
  ///
  /// - Parameter db: A write access.
  /// - Throws: What SQLite refuses.
  public func optimize(in db: Database) throws {
    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES ('optimize')")
  }

  /// Finds rows.
  ///
  /// - Parameters:
  ///   - pattern: What to look for; `nil` finds nothing.
  ///   - order: The order of matches.
  ///   - limit: The most matches.
  ///   - db: A read access.
  /// - Returns: The matches, in order; may be empty.
  /// - Throws: What SQLite refuses, never because of the typed text.
  public func search(
    _ pattern: FullTextPattern?, order: Order = .rank, limit: Int = 50, in db: Database
  ) throws -> [Match] {
    guard let pattern else { return [] }
    let rank = order == .rank ? "rank" : "0.0"
    let sql = """
      SELECT rowid, \(rank), \(FullTextSnippet.sql(table: name)) FROM \(name)
      WHERE \(name) MATCH ? ORDER BY \(order == .rank ? "rank" : "rowid") LIMIT ?
      """
    return try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [pattern.rawPattern, limit]
    ).map { row in
      Match(
        rowId: row[0], rank: row[1], snippet: FullTextSnippet(marked: row[2] as String? ?? ""))
    }
  }

  private func keyColumn(in db: Database) throws -> String {
    let key = try db.primaryKey(table)
    guard let column = key.rowIDColumn else {
      throw StorageError(
        .statement, while: "creating a full-text index",
        detail: "\(table) has no INTEGER PRIMARY KEY")
    }
    return column
  }

  private func createTriggers(key: String, in db: Database) throws {
    let list = columns.joined(separator: ", ")
    let new = columns.map { "new.\($0)" }.joined(separator: ", ")
    let old = columns.map { "old.\($0)" }.joined(separator: ", ")
    let insert = "INSERT INTO \(name)(rowid, \(list)) VALUES (new.\(key), \(new));"
    let delete = """
      INSERT INTO \(name)(\(name), rowid, \(list)) VALUES ('delete', old.\(key), \(old));
      """
    try db.execute(
      sql: """
        CREATE TRIGGER \(name)_insert AFTER INSERT ON \(table) BEGIN \(insert) END;
        CREATE TRIGGER \(name)_delete AFTER DELETE ON \(table) BEGIN \(delete) END;
        CREATE TRIGGER \(name)_update AFTER UPDATE ON \(table) BEGIN \(delete) \(insert) END;
        """)
  }
}

extension AppMigrations {
  /// Adds a step that creates and fills a full-text index.
  ///
  /// - Parameter index: The index, whose table an earlier step has created.
  public mutating func addFullTextIndex(_ index: FullTextIndex) {
    add(id: "storage_fts_v1:\(index.name)", ifTableMissing: index.name) { db in
      try index.create(in: db)
    }
  }
}
