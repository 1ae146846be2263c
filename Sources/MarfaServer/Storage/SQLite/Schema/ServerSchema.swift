import GRDB

/// The tables of the server's database, step by step.
enum ServerSchema {
  /// Every step, oldest first; a step that was released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 records") { db in
      for tables in [
        ServerTables.items, ServerTables.edges, ServerTables.search, ServerTables.log,
        ServerTables.catalogue, ServerTables.credentials, ServerTables.webhooks,
        ServerTables.blobs,
      ] {
        try db.execute(sql: tables)
      }
    }
    return migrator
  }

  /// Settings of every connection; a commit is durable when it returns.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  static func prepare(_ db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -16384;
        PRAGMA temp_store = MEMORY;
        """)
  }
}
