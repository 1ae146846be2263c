import Foundation
import StorageKit
import Testing

/// Several lists of steps, and files of the documentation's first version.
@Suite(.timeLimit(.minutes(20))) struct SharedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The steps of one module: a cache, which both have, and tables of its own.
  private func open(_ module: String, upTo version: Int = 1) throws -> StorageKit.Context {
    try StorageKit.start(at: folder.database) { schema in
      schema.addKVCache()
      for number in 1...version {
        schema.add(id: "\(module)-\(number)") { db in
          try db.execute(sql: "CREATE TABLE \(module)_\(number) (id TEXT)")
        }
      }
    }
  }

  private func tables(of ctx: StorageKit.Context) throws -> Set<String> {
    try ctx.storage.pool.read { db in
      Set(
        try String.fetchAll(
          db,
          sql:
            "SELECT name FROM sqlite_schema WHERE name LIKE 'notes!_%' ESCAPE '!' OR name LIKE 'mail!_%' ESCAPE '!'"
        ))
    }
  }

  @Test(arguments: [["notes", "mail"], ["mail", "notes"]])
  func `SK-G23 the lists of two modules run on one file, in either order and again`(
    order: [String]
  ) throws {
    for _ in 0..<2 {
      for module in order { _ = try open(module) }
    }
    _ = try open("notes", upTo: 2)
    let ctx = try open("mail", upTo: 3)

    #expect(try tables(of: ctx) == ["notes_1", "notes_2", "mail_1", "mail_2", "mail_3"])
  }

  @Test func `SK-G23 a newer version of one list is refused, whatever else the file has`() throws {
    _ = try open("mail", upTo: 2)
    _ = try open("notes", upTo: 2)

    #expect { try open("notes") } throws: { error in
      let error = error as? StorageError
      return error?.code == .newerVersion
        && error?.detail == "unknown migrations: notes-2"
    }
    _ = try open("mail", upTo: 3)
  }

  @Test func `a list may have a name in place of its first step's`() throws {
    func open(_ name: String, _ ids: [String]) throws {
      _ = try StorageKit.start(at: folder.database) { schema in
        schema = AppMigrations(name: name)
        for id in ids { schema.add(id: id) { _ in } }
      }
    }
    try open("notes", ["shared", "a"])
    try open("mail", ["shared", "b"])

    #expect(throws: StorageError.self) { try open("notes", ["shared"]) }
    #expect(AppMigrations(name: "notes").name == "notes")
  }

  @Test func `a file with a list of which nothing was recorded is not taken for a newer version`()
    throws
  {
    // As a build that recorded no lists left it.
    _ = try open("notes")
    try DatabaseQueue(path: folder.database.path).write { db in
      try db.execute(sql: "DROP TABLE storage_migration_list")
    }

    let ctx = try open("mail")

    #expect(try tables(of: ctx) == ["notes_1", "mail_1"])
    _ = try open("notes")
  }

  /// What version 1 of the documentation makes: its table, its text dates, its recorded step.
  private func makeFileOfVersion1() throws {
    try DatabaseQueue(path: folder.database.path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('storage_kv_cache_v1:kv_cache');
          INSERT INTO grdb_migrations VALUES ('notes-1');
          INSERT INTO grdb_migrations VALUES ('another-module-1');
          CREATE TABLE notes_1 (id TEXT);
          CREATE TABLE kv_cache (
            key TEXT PRIMARY KEY, blob BLOB NOT NULL, updatedAt DATETIME NOT NULL,
            expiresAt DATETIME, size INTEGER NOT NULL DEFAULT 0);
          CREATE INDEX idx_kv_cache_expiresAt ON kv_cache (expiresAt);
          CREATE INDEX idx_kv_cache_updatedAt ON kv_cache (updatedAt);
          """)
      let rows: [(String, String, String?)] = [
        ("forever", #"{"at":"2024-05-01T10:00:00Z","text":"a"}"#, nil),
        ("later", #"{"at":"2024-05-01T10:00:00Z","text":"b"}"#, "2999-01-01 00:00:00.000"),
        ("gone", #"{"at":"2024-05-01T10:00:00Z","text":"c"}"#, "2001-01-01 00:00:00.000"),
      ]
      for (key, json, expiry) in rows {
        try db.execute(
          sql: "INSERT INTO kv_cache VALUES (?, ?, '2024-05-01 10:00:00.500', ?, 3)",
          arguments: [key, Data(json.utf8), expiry])
      }
    }
  }

  private struct Entry: Codable, Equatable {
    let at: Date
    let text: String
  }

  @Test func `SK-G24 a file of version 1 opens and keeps its entries`() async throws {
    try makeFileOfVersion1()

    let ctx = try open("notes", upTo: 2)

    let cache = ctx.makeDiskCache(Entry.self)
    let moment = Date(timeIntervalSince1970: 1_714_557_600)
    #expect(try await cache.get("forever") == Entry(at: moment, text: "a"))
    #expect(try await cache.get("later") == Entry(at: moment, text: "b"))
    #expect(try await cache.get("gone") == nil)
    let entry = try await cache.entry("later")
    #expect(entry?.storedAt.timeIntervalSince1970 == 1_714_557_600.5)
    #expect(entry?.expiresAt == ISO8601DateFormatter().date(from: "2999-01-01T00:00:00Z"))
    // The sizes are counted again, whatever the file said of them.
    #expect(
      try await cache.totalBytes() == 3 * #"{"at":"2024-05-01T10:00:00Z","text":"a"}"#.utf8.count)
    #expect(try tables(of: ctx) == ["notes_1", "notes_2"])
    _ = try open("notes", upTo: 2)
  }

  @Test func `a disk cache writes into the table of version 1 afterwards`() async throws {
    try makeFileOfVersion1()
    let cache = try open("notes").makeDiskCache(String.self)

    try await cache.set("new", for: "forever")

    #expect(try await cache.get("forever") == "new")
    #expect(await cache.pruneExpired() == .success(0))
  }
}
