import Foundation
import Observation
import StorageKit
import Testing

/// The examples in the comments of repositories and of what follows the database.
@MainActor @Suite(.timeLimit(.minutes(20))) struct RepositoryExampleTests {
  private let ctx: StorageKit.Context
  private let users: GenericRepository<User, UserRecord>

  init() throws {
    ctx = try StorageKit.startInMemory { $0.addUsers() }
    users = ctx.makeRepository(User.self, record: UserRecord.self)
  }

  // MARK: - Repositories

  @Test func `a repository writes and reads entities`() async throws {
    let user = User(id: "u1", name: "Ann")

    let users = ctx.makeRepository(User.self, record: UserRecord.self)
    try await users.put(user)
    let same = try await users.get(id: user.id, policy: .localFirst(ttl: 300))

    #expect(same == user)
  }

  @Test func `a policy says where to look`() async throws {
    try await ctx.makeRepository(User.self, record: UserRecord.self)
      .put(User(id: "u1", name: "Ann"))
    try await ctx.db.write { try $0.execute(sql: "UPDATE users SET name = 'Bob'") }

    let cached = try await users.get(id: "u1", policy: .memoryOnly)
    let recent = try await users.get(id: "u1", policy: .localFirst(ttl: 3600))
    let saved = try await users.get(id: "u1", policy: .databaseOnly)

    #expect(cached == nil)
    #expect(recent?.name == "Bob" && saved?.name == "Bob")
  }

  @Test func `the type of the rows is hidden`() async throws {
    let users = AnyRepository(ctx.makeRepository(User.self, record: UserRecord.self))
    try await users.put(User(id: "u1", name: "Ann"))
    let all = try await users.getAll(orderBy: "name")

    #expect(all == [User(id: "u1", name: "Ann")])
  }

  @Test func `a table is read page by page`() async throws {
    try await users.putAll(
      [("1", "Cleo"), ("2", "Ann"), ("3", "Bob")].map { User(id: $0, name: $1) })
    var shown: [[String]] = []
    func show(_ users: [User]) { shown.append(users.map(\.name)) }

    var page = try await users.getPage(orderBy: "name", limit: 2)
    show(page.items)
    while page.hasMore {
      page = try await users.getPage(orderBy: "name", limit: 2, after: page.next)
      show(page.items)
    }

    #expect(shown == [["Ann", "Bob"], ["Cleo"]])
  }

  @Test func `the ids of a query are remembered`() async throws {
    let now = Date(timeIntervalSince1970: 0)

    let index = try QueryIndexStore(db: ctx.db)
    try await index.migrate()
    try await index.save(query: "recent", ids: [QueryIndexStore.Item(id: "u1", updatedAt: now)])
    let ids = try await index.load(query: "recent").map(\.id)

    #expect(ids == ["u1"])
  }

  // MARK: - What follows the database

  @Test func `a database is written, read and observed`() async throws {
    let db = ctx.db

    try await db.write { db in try User(id: "u1", name: "Ann").insert(db) }
    let count = try await db.read { db in try User.fetchCount(db) }
    let names = db.streamDistinctImmediate { db in
      try String.fetchAll(db, sql: "SELECT name FROM users ORDER BY name")
    }

    #expect(count == 1)
    var iterator = names.makeAsyncIterator()
    #expect(await iterator.next() == ["Ann"])
  }

  @MainActor @Observable final class UserList {
    @ObservationIgnored
    @DatabaseObservation<[User]> var users: [User]

    init(_ db: DatabaseActor) {
      _users = DatabaseObservation(wrappedValue: [], in: db) { db in
        try User.order(Column("name")).fetchAll(db)
      }
    }
  }

  @Test func `a screen is a class with a query`() async throws {
    try await users.put(User(id: "u1", name: "Ann"))

    let list = UserList(ctx.db)
    #expect(list.users.isEmpty)
    try await list.$users.load()

    #expect(list.users == [User(id: "u1", name: "Ann")])
  }

  @Test func `one entity is a model for a screen`() async throws {
    try await users.put(User(id: "u1", name: "Ann"))

    let user = users.observation(of: "u1")

    try await user.load()
    #expect(user.wrappedValue?.name == "Ann")
  }

  private final class Screen {
    let names = AsyncStream<String>.makeStream()

    func show(_ user: User?) { names.continuation.yield(user?.name ?? "gone") }
  }

  @Test func `a screen is shown each value on the main actor`() async throws {
    try await users.put(User(id: "u1", name: "Ann"))
    let (users, screen) = (users, Screen())

    let updates =
      Task {
        await users.observe(id: "u1").forEachOnMainActor { user in screen.show(user) }
      }

    var names = screen.names.stream.makeAsyncIterator()
    #expect(await names.next() == "Ann")
    updates.cancel()
  }

  @Test func `connections that were opened elsewhere are observed`() async throws {
    let pool = ctx.storage.pool
    let (counts, continuation) = AsyncStream<Int>.makeStream()
    @Sendable func report(_ count: Int) { continuation.yield(count) }

    let reporting = Task {
      for await count in ObservationBridge.stream(reader: pool, tracking: User.fetchCount) {
        report(count)
      }
    }

    var iterator = counts.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    try await users.put(User(id: "u1", name: "Ann"))
    #expect(await iterator.next() == 1)
    reporting.cancel()
  }

  @Test func `a commit of another process is noticed`() async throws {
    let store = try Store()
    try store.execute("CREATE TABLE t (v INTEGER)")
    let pool = try #require(store.ctx.storage.pool as? DatabasePool)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    @Sendable func refresh() { continuation.yield() }

    let watcher = try ExternalChangeWatcher(pool: pool) { refresh() }

    try store.executeElsewhere("INSERT INTO t VALUES (1)")
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    withExtendedLifetime(watcher) {}
  }
}
