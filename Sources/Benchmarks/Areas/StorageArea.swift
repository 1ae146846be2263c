import Foundation
import GRDB
import StorageKit

/// StorageKit's own primitives, against C and against plain containers.
enum StorageArea {
  private struct Profile: StorageKitEntity {
    var id: String
    var name: String
  }

  private struct ProfileRecord: StorageKitEntityRecord, Codable {
    static let databaseTableName = "profile"
    var id: String
    var name: String

    func asEntity() -> Profile { Profile(id: id, name: name) }
    static func from(_ entity: Profile, now: Date) -> ProfileRecord {
      ProfileRecord(id: entity.id, name: entity.name)
    }
  }

  static func run(_ report: Report, _ setting: Setting) async throws {
    let ctx = try StorageKit.start(
      at: URL(filePath: setting.path("storage/kit.sqlite")), migrationsBuilder: schema)
    let plain = try CDatabase(path: setting.path("storage-plain.sqlite"), synchronous: "FULL")
    try plain.execute("CREATE TABLE t (key INTEGER PRIMARY KEY, v TEXT)")
    try await start(report, setting)
    try await transactions(report, ctx, plain)
    try await observations(report, ctx, setting)
    try await caches(report, ctx, plain)
  }

  private static func schema(_ schema: inout AppMigrations) {
    schema.addKVCache()
    schema.add(id: "tables") { db in
      try db.execute(
        sql: """
          CREATE TABLE t (key INTEGER PRIMARY KEY, v TEXT);
          CREATE TABLE profile (id TEXT PRIMARY KEY, name TEXT NOT NULL);
          """)
    }
  }

  private static func start(_ report: Report, _ setting: Setting) async throws {
    let url = URL(filePath: setting.path("storage/kit.sqlite"))
    try await report.row(
      samples: 40,
      baseline: Action("C: open, WAL, one read") {
        let database = try CDatabase(path: url.path, synchronous: "FULL")
        try database.prepare("SELECT count(*) FROM t").drain()
      },
      ours: Action("open an up-to-date file, one read") {
        let ctx = try StorageKit.start(at: url, migrationsBuilder: schema)
        _ = try await ctx.storage.dbActor.read {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM t")
        }
      })
  }

  private static func transactions(
    _ report: Report, _ ctx: StorageKit.Context, _ plain: CDatabase
  ) async throws {
    let db = ctx.storage.dbActor
    let one = try plain.prepare("SELECT 1")
    try await report.row(
      samples: 300, baseline: Action("C: SELECT 1", count: 20) { one.drain() },
      ours: Action("read round trip", count: 20) {
        _ = try await db.read { try Int.fetchOne($0.cachedStatement(sql: "SELECT 1")) }
      })
    let insert = try plain.prepare("INSERT INTO t (v) VALUES ('text')")
    try await report.row(
      samples: 500,
      baseline: Action("C: one-row transaction, FULL") {
        try plain.execute("BEGIN IMMEDIATE")
        insert.drain()
        try plain.execute("COMMIT")
      },
      ours: Action("one-row write, FULL") {
        try await db.write {
          try $0.cachedStatement(sql: "INSERT INTO t (v) VALUES ('text')").execute()
        }
      })
  }

  private static func observations(
    _ report: Report, _ ctx: StorageKit.Context, _ setting: Setting
  ) async throws {
    let db = ctx.storage.dbActor
    let stream = db.streamDistinctImmediate { try Int.fetchOne($0, sql: "SELECT max(key) FROM t") }
    var values = stream.makeAsyncIterator()
    _ = await values.next()
    try await db.pool.writeWithoutTransaction { _ in }
    let write = Action("one-row write, FULL") {
      try await db.write { try $0.execute(sql: "INSERT INTO t (v) VALUES ('text')") }
    }
    try await report.row(
      samples: 300,
      ours: Action("write, commit, observed value") {
        try await write.work()
        _ = await values.next()
      })
    let watcher = try ctx.storage.watchOtherProcesses()
    let other = try CDatabase(path: setting.path("storage/kit.sqlite"), synchronous: "FULL")
    try await report.row(
      samples: 200, .p99(seconds: 0.2),
      ours: Action("another connection's commit, observed value") {
        try other.execute("INSERT INTO t (v) VALUES ('elsewhere')")
        _ = await values.next()
      })
    withExtendedLifetime(watcher) {}
  }

  private static func caches(
    _ report: Report, _ ctx: StorageKit.Context, _ plain: CDatabase
  ) async throws {
    let memory = MemoryCache<Int, Int>(capacity: 1000)
    var dictionary: [Int: Int] = [:]
    var key = 0
    try await report.row(
      baseline: Action("Dictionary set", count: 1000) {
        key += 1
        dictionary[key % 1000] = key
      },
      ours: Action("memory cache, set at capacity", count: 1000) {
        key += 1
        await memory.set(key, for: key)
      })
    let repository = ctx.makeRepository(Profile.self, record: ProfileRecord.self)
    try await repository.put(Profile(id: "p", name: "Ann"))
    try plain.execute(
      "CREATE TABLE p (id TEXT PRIMARY KEY, n TEXT); INSERT INTO p VALUES ('p', 'A')")
    let point = try plain.prepare("SELECT * FROM p WHERE id = 'p'")
    let read = Action("C: point read", count: 20) { point.drain() }
    try await report.row(
      baseline: read,
      ours: Action("repository, entity in memory", count: 20) {
        _ = try await repository.get(id: "p", policy: .localFirst(ttl: 300))
      })
    try await report.row(
      baseline: read,
      ours: Action("repository, database only, caches filled") {
        _ = try await repository.get(id: "p", policy: .databaseOnly)
      })
  }
}
