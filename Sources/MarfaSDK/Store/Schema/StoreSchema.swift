import GRDB

/// The tables of the local store, in the order in which they came to be.
///
/// Every table is STRICT and has an integer key that no `VACUUM` renumbers; ids are looked up
/// once and everything inside the file refers by key. Times are milliseconds since 1970 in UTC.
/// What lists show stands in `item`; long text stands in `item_text`, so that a list page never
/// reads it. No table is `WITHOUT ROWID`, because observation does not see those.
enum StoreSchema {
  /// The steps' names and bodies, oldest first; a name that has shipped never changes.
  static let steps: [(id: String, body: @Sendable (Database) throws -> Void)] = [
    ("2026-11-items", createItems),
    ("2026-11-links", createLinks),
    ("2026-11-search", createSearchIndex),
    ("2026-11-sync", createSync),
  ]

  @Sendable private static func createItems(_ db: Database) throws {
    try db.execute(sql: StoreTables.items)
    try db.execute(sql: StoreTables.tags)
    try db.execute(sql: StoreTables.sidecars)
  }

  @Sendable private static func createLinks(_ db: Database) throws {
    try db.execute(sql: StoreTables.links)
  }

  @Sendable private static func createSearchIndex(_ db: Database) throws {
    try db.execute(sql: StoreTables.search)
  }

  @Sendable private static func createSync(_ db: Database) throws {
    try db.execute(sql: StoreTables.sync)
  }
}
