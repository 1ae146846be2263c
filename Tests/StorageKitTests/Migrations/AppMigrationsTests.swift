import Foundation
import GRDB
import StorageKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct AppMigrationsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start(
    _ build: @Sendable (inout AppMigrations) -> Void
  ) throws(StorageError) -> StorageKit.Context {
    try StorageKit.start(at: folder.database, migrationsBuilder: build)
  }

  private func addEvents(_ schema: inout AppMigrations, column: String = "title") {
    schema.setOptions(.init(detectsEdits: true))
    schema.add(id: "create-events", ifTableMissing: "events") { db in
      try db.execute(sql: "CREATE TABLE events (id TEXT PRIMARY KEY, \(column) TEXT)")
    }
  }

  @Test func `SK-G13 a body runs once for a file, however often it is opened`() throws {
    let runs = Counter()
    for _ in 0..<2 {
      _ = try start { schema in
        schema.setOptions(.init(detectsEdits: false))
        schema.add(id: "one") { db in
          runs.increment()
          try db.execute(sql: "CREATE TABLE one (id INTEGER)")
        }
      }
    }

    #expect(runs.value == 1)
  }

  @Test func `SK-G13 a skipped body records its id`() throws {
    let queue = try DatabaseQueue(path: folder.database.path)
    try queue.write { try $0.execute(sql: "CREATE TABLE events (prebuilt INTEGER)") }
    try queue.close()

    let ctx = try start { addEvents(&$0) }

    let columns = try ctx.storage.pool.read { try $0.columns(in: "events").map(\.name) }
    let ids = try ctx.storage.pool.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
    }
    #expect(columns == ["prebuilt"])
    #expect(ids == ["create-events"])
  }

  @Test func `SK-G14 another body under an id that has run is detected`() throws {
    _ = try start { addEvents(&$0) }
    _ = try start { addEvents(&$0) }

    #expect { try start { addEvents(&$0, column: "name") } } throws: { error in
      let error = error as? StorageError
      return error?.code == .editedMigration && error?.detail.contains("create-events") == true
    }
  }

  @Test func `an edited step whose schema is the same but whose data differ is detected`() throws {
    @Sendable func build(_ schema: inout AppMigrations, _ value: String) {
      schema.setOptions(.init(detectsEdits: true))
      schema.add(id: "fill") { db in
        try db.execute(sql: "CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('\(value)')")
      }
    }
    _ = try start { build(&$0, "a") }

    #expect { try start { build(&$0, "b") } } throws: {
      ($0 as? StorageError)?.code == .editedMigration
    }
  }

  @Test func `a list is run in memory once, however often it opens a file`() throws {
    let runs = Mutex(0)
    var schema = AppMigrations()
    schema.setOptions(.init(detectsEdits: true))
    schema.add(id: "create") { db in
      runs.withLock { $0 += 1 }
      try db.execute(sql: "CREATE TABLE t (v TEXT)")
    }

    for _ in 0..<3 { _ = try start { [schema] in $0 = schema } }
    // Another step makes it another list.
    schema.add(id: "index") { try $0.execute(sql: "CREATE INDEX i ON t (v)") }
    for _ in 0..<2 { _ = try start { [schema] in $0 = schema } }

    // In the file, and in memory for each of both lists.
    #expect(runs.withLock { $0 } == 3)
  }

  @Test func `a file of a newer version is refused and not changed`() throws {
    _ = try start { schema in
      addEvents(&schema)
      schema.add(id: "from-the-future") { try $0.execute(sql: "CREATE TABLE future (id)") }
    }

    #expect {
      try start { schema in
        addEvents(&schema)
        schema.add(id: "next") { try $0.execute(sql: "DROP TABLE future") }
      }
    } throws: { error in
      let error = error as? StorageError
      return error?.code == .newerVersion && error?.detail.contains("from-the-future") == true
    }
    let queue = try DatabaseQueue(path: folder.database.path)
    #expect(try queue.read { try $0.tableExists("future") })
  }

  @Test func `a failing step names itself and leaves the steps before it`() throws {
    #expect {
      try start { schema in
        addEvents(&schema)
        schema.add(id: "broken") { try $0.execute(sql: "CREATE TABLE a (id); CREATE nonsense") }
      }
    } throws: { error in
      let error = error as? StorageError
      return error?.code == .migration && error?.operation == "running migration broken"
    }
    let queue = try DatabaseQueue(path: folder.database.path)
    #expect(try queue.read { try $0.tableExists("events") })
    #expect(try queue.read { try !$0.tableExists("a") })
  }

  @Test func `the logger hears of each step that ran`() throws {
    let lines = Counter()

    for _ in 0..<2 {
      _ = try start { schema in
        schema.setOptions(.init(logger: { _ in lines.increment() }))
        schema.addKVCache()
        schema.add(id: "two") { try $0.execute(sql: "CREATE TABLE two (id)") }
      }
    }

    #expect(lines.value == 2)
  }

  @Test func `a development file may be emptied when its schema changes`() throws {
    @Sendable func build(_ schema: inout AppMigrations, _ column: String) {
      schema.setOptions(.init(eraseDatabaseOnSchemaChange: true))
      schema.add(id: "t") { try $0.execute(sql: "CREATE TABLE t (\(column))") }
    }
    _ = try start { build(&$0, "a") }

    let ctx = try start { build(&$0, "b") }

    #expect(try ctx.storage.pool.read { try $0.columns(in: "t").map(\.name) } == ["b"])
  }

  @Test func `a read-only file of this version opens and refuses writes`() async throws {
    _ = try start { addEvents(&$0) }

    let ctx = try StorageKit.start(
      at: folder.database, options: .init(pool: .init(configure: { $0.readonly = true }))
    ) { addEvents(&$0) }

    await #expect {
      try await ctx.storage.dbActor.write { try $0.execute(sql: "DELETE FROM events") }
    } throws: { ($0 as? StorageError)?.code == .readOnly }
  }
}
