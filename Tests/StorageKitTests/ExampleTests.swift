import Foundation
import Observation
import StorageKit
import TestSupport
import Testing

/// The examples in the comments of the module's types.
@Suite(.timeLimit(.minutes(20))) struct ExampleTests {
  private let ctx: StorageKit.Context

  private var users: GenericRepository<User, UserRecord> {
    ctx.makeRepository(User.self, record: UserRecord.self)
  }

  init() throws {
    ctx = try StorageKit.startInMemory { $0.addUsers() }
  }

  @Test func `every example of the documentation is compiled here`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/StorageKit", compiledIn: "Tests/StorageKitTests")

    #expect(examples.missing == [])
    #expect(examples.count >= 33)
  }

  // MARK: - Opening

  @Test @MainActor func `a file is opened with its schema`() throws {
    let folder = try TemporaryFolder()
    let tables = try folder.asDataDirectory {
      var schema = AppMigrations()
      schema.addKVCache()
      schema.add(id: "create-users", ifTableMissing: "users") { db in
        try db.create(table: "users") { t in
          t.column("id", .text).primaryKey()
          t.column("name", .text).notNull()
        }
      }
      let ctx = try StorageKit.start { $0 = schema }

      return try ctx.storage.pool.read { db in
        try ["users", "kv_cache"].map { try db.tableExists($0) }
      }
    }

    #expect(tables == [true, true])
  }

  @Test func `a schema is a list of steps`() throws {
    var schema = AppMigrations()
    schema.addKVCache()
    schema.add(id: "2025-09-01_create_events", ifTableMissing: "events") { db in
      try db.create(table: "events") { t in
        t.column("id", .text).primaryKey()
        t.column("title", .text).notNull()
      }
    }
    schema.add(id: "2025-09-15_archive_events") { db in
      try db.alter(table: "events") { t in
        t.add(column: "isArchived", .boolean).notNull().defaults(to: false)
      }
    }

    let ctx = try StorageKit.startInMemory { $0 = schema }
    let columns = try ctx.storage.pool.read { try $0.columns(in: "events").map(\.name) }
    #expect(columns == ["id", "title", "isArchived"])
  }

  @Test func `a file of a newer version is recognised`() throws {
    let folder = try TemporaryFolder()
    func open(_ url: URL, _ schema: AppMigrations) throws -> StorageKit.Context? {
      do {
        return try StorageKit.start(at: url) { $0 = schema }
      } catch {
        guard error.code == .newerVersion else { throw error }
        return nil  // the file was written by a newer version of the program
      }
    }

    var old = AppMigrations()
    old.addUsers()
    var new = old
    new.add(id: "index-users") { try $0.execute(sql: "CREATE INDEX names ON users (name)") }

    #expect(try open(folder.database, new) != nil)
    #expect(try open(folder.database, old) == nil)
  }

  @Test func `work of one owner at a time is behind a lock`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "notes.lock").path
    var depths: [Int] = []
    func work(_ depth: Int) throws {
      guard let lock = try FileLock.take(path) else { return }
      defer { lock.release() }

      depths.append(depth)
      try work(depth + 1)
    }

    try work(1)
    try work(1)

    #expect(depths == [1, 1])
  }

  // MARK: - Keys, caches and clocks

  @Test func `a key is built from any text`() {
    let keys = KeyBuilder(namespace: "myapp")
    let key = keys.queryKey("recent", params: ["tag": "a&b"])
    // "myapp.query:recent?tag=a%26b"

    #expect(key == "myapp.query:recent?tag=a%26b")
  }

  struct StoppedClock: StorageKit.Clock {
    let now = Date(timeIntervalSince1970: 0)
  }

  @Test func `entries are as old as the clock says`() async throws {
    let stopped = StorageConfig(clock: StoppedClock())
    let cache = DiskCache<String>(db: ctx.db, config: stopped)
    try await cache.set("reed", for: "word", ttl: 3600)

    #expect(try await cache.entry("word")?.storedAt == Date(timeIntervalSince1970: 0))
    // By the clock of the system it expired long ago.
    #expect(try await DiskCache<String>(db: ctx.db, config: ctx.config).get("word") == nil)
  }

  @Test func `a disk cache keeps values for a time`() async throws {
    let reviews = DiskCache<[String]>(db: ctx.db, config: ctx.config)
    let key = ctx.keys.queryKey("reviews", params: ["book": "1"])
    try await reviews.set(["Good."], for: key, ttl: 3600)
    let texts = try await reviews.get(key)  // nil after an hour

    #expect(texts == ["Good."])
  }

  @Test func `caches share a configuration`() async throws {
    let db = ctx.db

    let config = StorageConfig(
      defaultTTL: 3600, namespace: "books",
      configureEncoder: { $0.outputFormatting = .sortedKeys })
    let reviews = DiskCache<[String]>(db: db, config: config)

    try await reviews.set(["Good."], for: "1")
    let entry = try #require(try await reviews.entry("1"))
    #expect(entry.expiresAt == entry.storedAt + 3600)
    let encoded = try config.makeEncoder().encode(["b": 1, "a": 2])
    #expect(String(decoding: encoded, as: UTF8.self) == #"{"a":2,"b":1}"#)
  }

  // MARK: - Full text

  @Test func `an index finds what was typed`() async throws {
    var schema = AppMigrations()
    schema.add(id: "create-notes", ifTableMissing: "note") { db in
      try db.execute(
        sql: """
          CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, text TEXT);
          INSERT INTO note VALUES (1, 'Reed beds', 'by the water'), (2, 'Rye', 'flour');
          """)
    }

    let index = try FullTextIndex(table: "note", columns: ["title", "text"])
    schema.addFullTextIndex(index)  // after the step that makes the table
    let ctx = try StorageKit.startInMemory { $0 = schema }
    let matches = try await ctx.db.read { db in
      try index.search(FullTextPattern("reed"), limit: 20, in: db)
    }

    #expect(matches.map(\.rowId) == [1])
    #expect(
      FullTextPattern("swift -con AND", matching: .allPrefixes)?.rawPattern
        == #""swift"* "-con"* "AND"*"#)
  }
}
