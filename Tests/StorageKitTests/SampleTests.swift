import Foundation
import StorageKit
import Synchronization
import Testing

/// The samples of the documentation, as they are printed there, on files of the test's own.
@Suite(.timeLimit(.minutes(20))) struct SampleTests {
  typealias UserRepository = GenericRepository<UserProfileModel, UserProfileRecord>

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the quick start opens a file and its repository works`() async throws {
    var schema = AppMigrations()
    schema.addKVCache()
    schema.add(id: "2025-08-28_create_user_profiles", ifTableMissing: "user_profiles") { db in
      try db.create(table: "user_profiles") { t in
        t.column("id", .text).primaryKey()
        t.column("name", .text).notNull()
        t.column("email", .text).notNull()
        t.column("updatedAt", .datetime).notNull()
      }
      try db.create(index: "idx_user_profiles_email", on: "user_profiles", columns: ["email"])
    }

    // As printed it opens a file in the data directory, which is one of this test's own here.
    let ctx = try await folder.asDataDirectory { try StorageKit.start { $0 = schema } }
    let file = folder.url.appending(path: ProcessInfo.processInfo.processName)
      .appending(path: "app.sqlite")
    #expect(FileManager.default.fileExists(atPath: file.path))

    let userRepo: UserRepository = ctx.makeRepository(
      UserProfileModel.self, record: UserProfileRecord.self)
    try await userRepo.put(.named("Ann"))
    #expect(try await userRepo.get(id: "u1")?.name == "Ann")
  }

  @Test func `the default place is a folder of the program in the XDG data directory`() throws {
    let program = ProcessInfo.processInfo.processName

    let named = try StorageKit.defaultDatabaseURL(
      fileName: "custom.sqlite", environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/ann"])
    let home = try StorageKit.defaultDatabaseURL(
      environment: ["XDG_DATA_HOME": "relative", "HOME": "/home/ann"])

    #expect(named.path == "/data/\(program)/custom.sqlite")
    #expect(home.path == "/home/ann/.local/share/\(program)/app.sqlite")
    #expect { try StorageKit.defaultDatabaseURL(environment: [:]) } throws: {
      ($0 as? StorageError)?.code == .cannotOpen
    }
  }

  @Test func `the advanced start applies its options`() throws {
    let url = folder.url.appending(path: "custom.sqlite")
    let ctx = try StorageKit.start(
      at: url,
      options: .init(
        namespace: "myapp",
        defaultTTL: 300,
        diskQuotaBytes: 30 * 1024 * 1024,
        pool: .init(
          preset: .default,
          pragmasPlacement: .append,
          configure: { cfg in cfg.maximumReaderCount = 4 }
        )
      )
    ) { m in
      m.addKVCache()
      m.add(id: "2025-08-28_create_user_profiles", ifTableMissing: "user_profiles") { db in
        try db.create(table: "user_profiles") { t in
          t.column("id", .text).primaryKey()
          t.column("name", .text).notNull()
          t.column("email", .text).notNull()
          t.column("updatedAt", .datetime).notNull()
        }
      }
    }

    #expect(ctx.config.namespace == "myapp")
    #expect(ctx.keys.namespace == "myapp")
    #expect(ctx.storage.pool.configuration.maximumReaderCount == 4)
    #expect(
      StorageKit.PoolOptions().pragmas
        == ["PRAGMA foreign_keys = ON", "PRAGMA journal_mode = WAL"])
  }

  @Test @MainActor func observation() async throws {
    let ctx = try StorageKit.start(at: folder.database) { $0.addUserProfiles() }
    let userRepo = ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
    var names: [String] = []

    for await value in userRepo.observe(id: "u1") {
      names.append(value?.name ?? "nil")
      switch names.count {
      case 1: try await userRepo.put(.named("Ann"))
      case 2: try await userRepo.put(.named("Bob"))
      default: break
      }
      if names.count == 3 { break }
    }

    #expect(names == ["nil", "Ann", "Bob"])
  }

  @Test func `read-through and write-through`() async throws {
    let ctx = try StorageKit.start(at: folder.database) { $0.addUserProfiles() }
    let userRepo = ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
    try await userRepo.put(.named("Ann"))

    let profile = try await userRepo.get(id: "u1", policy: .localFirst(ttl: 300))
    if let p = profile {
      try await userRepo.put(p)
    }

    #expect(profile == .named("Ann"))
  }

  @Test func `pruning a disk cache removes expired entries`() async throws {
    let ctx = try StorageKit.start(at: folder.database) { $0.addKVCache() }
    let diskCache = DiskCache<Data>(db: ctx.storage.dbActor, config: ctx.config)

    await diskCache.pruneExpired()

    #expect(try await diskCache.totalBytes() == 0)
  }

  @Test func `a memory cache works without a database`() async {
    let cache = MemoryCache<String, Data>(capacity: 500, defaultTTL: 300, clock: SystemClock())
    await cache.set(Data([1, 2, 3]), for: "blob", ttl: nil)
    let blob = await cache.get("blob")
    await cache.removeAll()

    #expect(blob == Data([1, 2, 3]))
    #expect(await cache.get("blob") == nil)
  }

  @Test func `migrations that create and alter`() throws {
    let ctx = try StorageKit.start(at: folder.database) { m in
      m.add(id: "2025-09-01_create_events", ifTableMissing: "events") { db in
        try db.create(table: "events") { t in
          t.column("id", .text).primaryKey()
          t.column("title", .text).notNull()
        }
      }
      m.add(id: "2025-09-15_add_isArchived_to_events") { db in
        try db.alter(table: "events") { t in
          t.add(column: "isArchived", .boolean).notNull().defaults(to: false)
        }
      }
    }

    let columns = try ctx.storage.pool.read { try $0.columns(in: "events").map(\.name) }
    #expect(columns == ["id", "title", "isArchived"])
  }
}
