import StorageKit
import Testing

/// Repositories in a database that has no table of a disk cache.
@Suite(.timeLimit(.minutes(20))) struct UncachedRepositoryTests {
  private let folder: TemporaryFolder
  private let ctx: StorageKit.Context

  init() throws {
    folder = try TemporaryFolder()
    ctx = try StorageKit.start(at: folder.database) { schema in
      schema.add(id: "users") { db in
        try db.create(table: "user_profiles") { t in
          t.column("id", .text).primaryKey()
          t.column("name", .text).notNull()
          t.column("email", .text).notNull()
          t.column("updatedAt", .datetime).notNull()
        }
      }
    }
  }

  private var users: GenericRepository<UserProfileModel, UserProfileRecord> {
    ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
  }

  @Test func `SK-G25 a repository reads and writes, and caches in memory`() async throws {
    let users = users

    try await users.put(.named("Ann"))
    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "Ann")
    try await users.putAll([.named("Bob", id: "u2"), .named("Cleo", id: "u3")])
    #expect(try await users.get(id: "u2", policy: .databaseOnly)?.name == "Bob")
    #expect(try await users.get(id: "u3", policy: .localFirst(ttl: 300))?.name == "Cleo")
    #expect(try await users.get(id: "u3", policy: .staleWhileRevalidate(maxAge: 0))?.name == "Cleo")
    await users.waitForRevalidations()
    #expect(try await users.delete(id: "u1"))
    #expect(try await users.get(id: "u1") == nil)
    try await users.deleteAll()
    #expect(try await users.countAll() == 0)
    #expect(try await users.get(id: "u2") == nil)
  }

  @Test func `SK-G25 another repository finds nothing on disk and reads the row`() async throws {
    try await users.put(.named("Ann"))
    let other = users

    #expect(try await other.get(id: "u1", policy: .memoryOnly) == nil)
    #expect(try await other.get(id: "u1")?.name == "Ann")
    #expect(try await other.get(id: "u1", policy: .memoryOnly)?.name == "Ann")
  }

  @Test func `SK-G25 a change of the table by raw SQL is seen`() async throws {
    let users = users
    try await users.put(.named("Ann"))

    try await ctx.db.write { try $0.execute(sql: "UPDATE user_profiles SET name = 'Anna'") }

    #expect(try await users.get(id: "u1")?.name == "Anna")
  }

  @Test func `a table that is made later is used from then on`() async throws {
    let users = users
    try await users.put(.named("Ann"))
    var cache = AppMigrations()
    cache.addKVCache()
    try cache.run(on: ctx.storage.pool)
    let count: @Sendable (Database) throws -> Int? = {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM kv_cache")
    }

    try await users.put(.named("Bob", id: "u2"))

    #expect(try await ctx.db.read(count) == 1)
  }

  /// An entity that is its own row.
  private struct Tag: StorageKitEntity, StorageKitEntityRecord {
    typealias E = Self
    static let databaseTableName = "tag"
    var id: String
    var color: String
  }

  @Test func `an entity may be its own row`() async throws {
    let ctx = try StorageKit.startInMemory { schema in
      schema.addKVCache()
      schema.add(id: "tags") { db in
        try db.execute(sql: "CREATE TABLE tag (id TEXT PRIMARY KEY, color TEXT NOT NULL)")
      }
    }
    let tags = ctx.makeRepository(Tag.self)

    try await tags.put(Tag(id: "a", color: "red"))

    #expect(try await tags.get(id: "a", policy: .databaseOnly) == Tag(id: "a", color: "red"))
    #expect(try await tags.getAll() == [Tag(id: "a", color: "red")])
  }
}
