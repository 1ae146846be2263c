import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct GenericRepositoryTests {
  private let store: Store
  private let users: GenericRepository<UserProfileModel, UserProfileRecord>

  init() throws {
    store = try Store()
    users = store.users
  }

  /// Changes the row behind the caches' back: no observer of the repository hears of it.
  private func changeUnnoticed(_ name: String) throws {
    try store.executeElsewhere("UPDATE user_profiles SET name = '\(name)'")
  }

  @Test(arguments: [(4.0, "old"), (5.0, "new"), (6.0, "new")])
  func `SK-G10 local first reads the database once the entry is of the given age`(
    age: TimeInterval, expected: String
  ) async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("new")
    store.clock.advance(by: age)

    let user = try await users.get(id: "u1", policy: .localFirst(ttl: 5))

    #expect(user?.name == expected)
  }

  @Test func `an age above the default lifetime is honoured`() async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("new")
    store.clock.advance(by: 400)

    #expect(try await users.get(id: "u1", policy: .localFirst(ttl: 600))?.name == "old")
    #expect(try await users.get(id: "u1", policy: .localFirst(ttl: nil))?.name == "new")
  }

  @Test func `memory only never asks the database`() async throws {
    try store.execute("INSERT INTO user_profiles VALUES ('u1', 'Ann', 'a@b.c', 0)")

    #expect(try await users.get(id: "u1", policy: .memoryOnly) == nil)

    _ = try await users.get(id: "u1", policy: .databaseOnly)
    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "Ann")

    store.clock.advance(by: 300)
    #expect(try await users.get(id: "u1", policy: .memoryOnly) == nil)
  }

  @Test func `memory only finds on disk what memory has not`() async throws {
    try await users.put(.named("Ann"))

    #expect(try await store.users.get(id: "u1", policy: .memoryOnly)?.name == "Ann")
  }

  @Test func `database only never asks the caches and fills them`() async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("new")

    #expect(try await users.get(id: "u1", policy: .databaseOnly)?.name == "new")
    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "new")
  }

  @Test func `a stale entry is returned at once and read again for later`() async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("new")
    store.clock.advance(by: 5)

    #expect(
      try await users.get(id: "u1", policy: .staleWhileRevalidate(maxAge: 5))?.name == "old")
    await users.waitForRevalidations()

    #expect(
      try await users.get(id: "u1", policy: .staleWhileRevalidate(maxAge: 5))?.name == "new")
  }

  @Test func `a fresh entry is not read again`() async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("new")
    store.clock.advance(by: 4)

    _ = try await users.get(id: "u1", policy: .staleWhileRevalidate(maxAge: 5))
    await users.waitForRevalidations()

    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "old")
  }

  @Test func `SK-G11 a change by raw SQL is not hidden by the caches`() async throws {
    try await users.put(.named("old"))
    try await users.put(.named("other", id: "u2"))

    try store.execute("UPDATE user_profiles SET name = 'new' WHERE id = 'u1'")

    #expect(try await users.get(id: "u1")?.name == "new")
    #expect(try await store.users.get(id: "u1", policy: .memoryOnly)?.name == "new")
  }

  @Test func `SK-G11 a change by another connection is not hidden once it is noticed`()
    async throws
  {
    try await users.put(.named("old"))
    var commits = try store.ctx.storage.otherProcessCommits().makeAsyncIterator()

    try store.executeElsewhere("UPDATE user_profiles SET name = 'new'")
    await commits.next()

    #expect(try await users.get(id: "u1")?.name == "new")
    #expect(try await store.users.get(id: "u1")?.name == "new")
  }

  @Test func `SK-G11 a deletion of all rows by raw SQL empties the caches`() async throws {
    try await users.put(.named("old"))

    try store.execute("DELETE FROM user_profiles")

    #expect(try await users.get(id: "u1") == nil)
    #expect(try await users.get(id: "u1", policy: .memoryOnly) == nil)
  }

  @Test func `an own write leaves the other entries cached`() async throws {
    try await users.put(.named("Ann", id: "u1"))
    try await users.put(.named("Bob", id: "u2"))
    try store.executeElsewhere("UPDATE user_profiles SET name = 'unnoticed'")

    try await users.put(.named("Cid", id: "u3"))

    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "Ann")
    #expect(try await users.get(id: "u3", policy: .memoryOnly)?.name == "Cid")
  }

  @Test func `a change of another table leaves the caches alone`() async throws {
    try await users.put(.named("old"))
    try changeUnnoticed("unnoticed")

    try store.execute("CREATE TABLE other (v); INSERT INTO other VALUES (1)")

    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "old")
  }

  @Test func `SK-G12 a refused write changes neither the database nor the caches`() async throws {
    try await users.put(.named("old"))

    await #expect { try await users.put(.named("refused")) } throws: {
      ($0 as? StorageError)?.code == .constraint
    }

    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "old")
    #expect(try await store.users.get(id: "u1", policy: .memoryOnly)?.name == "old")
    #expect(try await users.get(id: "u1", policy: .databaseOnly)?.name == "old")
  }

  @Test func `a batch is stored whole or not at all`() async throws {
    await #expect(throws: StorageError.self) {
      try await users.putAll([.named("Ann", id: "a"), .named("refused", id: "b")])
    }
    #expect(try await users.countAll() == 0)

    try await users.putAll([.named("Ann", id: "a"), .named("Bob", id: "b")])
    #expect(try await users.countAll() == 2)
    #expect(try await users.get(id: "b", policy: .memoryOnly)?.name == "Bob")
  }

  @Test func `a deleted entity is nowhere`() async throws {
    try await users.put(.named("Ann"))

    #expect(try await users.delete(id: "u1"))

    #expect(try await !users.delete(id: "u1"))
    #expect(try await users.get(id: "u1") == nil)
    #expect(try await store.users.get(id: "u1", policy: .memoryOnly) == nil)
  }

  @Test func `deleting all empties table and caches`() async throws {
    try await users.putAll([.named("Ann", id: "a"), .named("Bob", id: "b")])

    try await users.deleteAll()

    #expect(try await users.countAll() == 0)
    #expect(try await users.get(id: "a", policy: .memoryOnly) == nil)
  }

  @Test func `an entity too large for the disk cache is stored all the same`() async throws {
    let store = try Store(diskQuotaBytes: 10)
    let users = store.users

    try await users.put(.named("Ann"))

    #expect(try await users.get(id: "u1", policy: .memoryOnly)?.name == "Ann")
    #expect(try store.count("SELECT count(*) FROM kv_cache") == 0)
  }

  @Test func `concurrent writers and readers never leave an old entity in the caches`()
    async throws
  {
    for round in 0..<20 {
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask { [users] in
            // A refusal would show in the comparison below.
            try? await users.put(.named("w\(writer)-\(round)"))
          }
          group.addTask { [users] in
            _ = try? await users.get(id: "u1", policy: .databaseOnly)
          }
        }
      }
      let stored = try await store.ctx.storage.dbActor.read { db in
        try UserProfileRecord.fetchOne(db, key: "u1")?.asEntity()
      }

      #expect(try await users.get(id: "u1") == stored)
      #expect(try await store.users.get(id: "u1") == stored)
    }
  }
}
