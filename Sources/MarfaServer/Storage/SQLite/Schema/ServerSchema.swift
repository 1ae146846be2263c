import GRDB
import MarfaModel

/// The tables of the server's database, step by step.
enum ServerSchema {
  /// Every step, oldest first; a step that was released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    registerRecords(in: &migrator)
    registerIdentity(in: &migrator)
    registerLimits(in: &migrator)
    registerHistory(in: &migrator)
    migrator.registerMigration("18 documents") { db in
      try db.execute(sql: ServerTables.documents)
    }
    migrator.registerMigration("19 vectors and rights of documents") { db in
      try db.execute(sql: ServerTables.documentVectors)
    }
    migrator.registerMigration("20 devices of states") { db in
      try db.execute(sql: "ALTER TABLE item ADD COLUMN state_device TEXT")
    }
    migrator.registerMigration("21 merging of words in slices") { db in
      try db.execute(sql: ServerTables.mergedInSlices)
    }
    migrator.registerMigration("22 removal in slices") { db in
      try db.execute(sql: ServerTables.removedInSlices)
    }
    migrator.registerMigration("23 makers of blobs") { db in
      try db.execute(sql: ServerTables.blobShares)
    }
    migrator.registerMigration("25 rights of first answers") { db in
      try db.execute(
        sql: "ALTER TABLE idempotency ADD COLUMN rights TEXT NOT NULL DEFAULT ''")
    }
    migrator.registerMigration("26 indexes of revoked items") { db in
      try db.execute(sql: ServerTables.revokedItems)
    }
    migrator.registerMigration("27 words in a file of their own") { db in
      // The server rebuilds it in the new file when it is idle.
      try db.execute(sql: "DROP TABLE item_fts")
    }
    registerDocumentSteps(in: &migrator)
    return migrator
  }

  /// What is kept of documents since.
  private static func registerDocumentSteps(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("28 purges of documents") { db in
      try db.execute(sql: ServerTables.documentPurges)
    }
    migrator.registerMigration("29 digests of changes") { db in
      try db.execute(sql: ServerTables.documentDigests)
    }
  }

  /// Records and search.
  private static func registerRecords(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("1 records") { db in
      for tables in [
        ServerTables.items, ServerTables.edges, ServerTables.search, ServerTables.log,
        ServerTables.catalogue, ServerTables.credentials, ServerTables.webhooks,
        ServerTables.blobs,
      ] {
        try db.execute(sql: tables)
      }
    }
    migrator.registerMigration("2 finished uploads") { db in
      try db.execute(sql: "ALTER TABLE upload ADD COLUMN hash TEXT")
    }
    migrator.registerMigration("3 marks in words") { db in
      try db.execute(sql: ServerTables.searchWithMarks)
    }
  }

  /// Who the server is, and how it names things.
  private static func registerIdentity(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("4 cursor secret") { db in
      // From a generator that SQLite seeds with the system's randomness.
      try db.execute(
        sql: "INSERT INTO space(name, value) VALUES (?, hex(randomblob(32)))",
        arguments: [SpaceValue.cursorSecret.rawValue])
    }
    migrator.registerMigration("5 id of the profile") { db in
      // It was made before it was an item.
      guard var profile = try db.spaceValue("profile").map({ try StoredJSON.object($0) }) else {
        return
      }
      profile["id"] = .string(ItemIdGenerator().nextId())
      try db.setSpaceValue("profile", StoredJSON.text(profile))
    }
    migrator.registerMigration("6 indexes of rare items") { db in
      try db.execute(sql: ServerTables.rareItems)
    }
    migrator.registerMigration("7 identity") { db in
      for name in [SpaceValue.serverId, .logEpoch] {
        try db.setSpaceValue(name.rawValue, ItemIdGenerator().nextId())
      }
    }
    migrator.registerMigration("8 ids in lower case") { db in
      // Ids are folded at the door; one that is there in both cases stays as it is.
      try db.execute(
        sql: """
          UPDATE OR IGNORE item SET id = lower(id) WHERE id <> lower(id);
          UPDATE OR IGNORE edge SET id = lower(id) WHERE id <> lower(id);
          """)
    }
  }

  /// What requests may cost, and what is known of those who send them.
  private static func registerLimits(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("9 weights of the log and of history") { db in
      try db.execute(sql: ServerTables.weights)
    }
    migrator.registerMigration("10 makers and health of webhooks") { db in
      try db.execute(sql: ServerTables.webhookHealth)
    }
    migrator.registerMigration("11 progress of sliced requests") { db in
      try db.execute(sql: ServerTables.progress)
    }
    migrator.registerMigration("12 audit") { db in
      try db.execute(sql: ServerTables.audit)
    }
  }

  /// What is kept of earlier states, and what is done in pauses.
  private static func registerHistory(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("13 tombstones") { db in
      try db.execute(sql: ServerTables.tombstones)
    }
    migrator.registerMigration("14 words in a pause") { db in
      try db.execute(sql: ServerTables.changedWords)
    }
    migrator.registerMigration("15 ends of keys") { db in
      try db.execute(sql: "ALTER TABLE api_key ADD COLUMN expires_at INTEGER")
    }
    migrator.registerMigration("16 differences and references") { db in
      try db.execute(sql: ServerTables.differences)
    }
    migrator.registerMigration("17 copies of versions") { db in
      // They become differences in pauses: see `OlderVersions`.
      let newest = try db.value("SELECT MAX(key) FROM version", as: Int64.self)
      if let newest { try db.setSpaceValue(SpaceValue.olderVersions.rawValue, "0 \(newest)") }
    }
  }

  /// Makes every commit of the writer durable when it returns.
  ///
  /// To be called after the pool is open, because GRDB sets `NORMAL` while it sets up the
  /// write-ahead log, under which a power loss takes the last commits.
  /// See <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  static func makeDurable(_ pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA synchronous = FULL;
          PRAGMA journal_size_limit = \(largestLog);
          """)
    }
  }

  /// How many bytes the file of the write-ahead log keeps when the log starts over.
  ///
  /// One large transaction makes it larger:
  /// <https://www.sqlite.org/pragma.html#pragma_journal_size_limit>.
  static let largestLog = 32 << 20

  /// Whether commits of a writer's connection are durable when they return.
  static func isDurable(_ writer: Database) throws -> Bool {
    try Int.fetchOne(writer, sql: "PRAGMA synchronous") == 2
  }

  /// Settings of every connection.
  static func prepare(_ db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA cache_size = -16384;
        PRAGMA temp_store = MEMORY;
        """)
  }
}
