import Foundation
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct QueryIndexStoreTests {
  private let ctx: StorageKit.Context
  private let index: QueryIndexStore

  init() async throws {
    ctx = try StorageKit.startInMemory { $0.addUserProfiles() }
    index = try QueryIndexStore(db: ctx.storage.dbActor)
    try await index.migrate()
    try await index.migrate()
  }

  private func items(_ ids: [String]) -> [QueryIndexStore.Item] {
    ids.enumerated().map {
      .init(id: $0.element, updatedAt: Date(timeIntervalSince1970: Double(100 - $0.offset) + 0.5))
    }
  }

  @Test func `SK-G21 a save replaces the whole result`() async throws {
    try await index.save(query: "q", ids: items(["a", "b"]))
    try await index.save(query: "q", ids: items(["c"]))

    #expect(try await index.load(query: "q") == items(["c"]))
  }

  @Test func `the order of the query is kept whatever the dates are`() async throws {
    let shuffled = [items(["x", "y", "z"])[2], items(["x"])[0], items(["x", "y"])[1]]

    try await index.save(query: "q", ids: shuffled)

    #expect(try await index.load(query: "q") == shuffled)
  }

  @Test func `each save raises the revision`() async throws {
    #expect(try await index.revision(query: "q") == 0)
    #expect(try await index.save(query: "q", ids: items(["a"])) == 1)
    #expect(try await index.save(query: "q", ids: []) == 2)
    #expect(try await index.load(query: "q") == [])
  }

  @Test func `clearing one query leaves the others`() async throws {
    try await index.save(query: "q", ids: items(["a"]))
    try await index.save(query: "r", ids: items(["b"]))

    try await index.clear(query: "q")

    #expect(try await index.load(query: "q") == [])
    #expect(try await index.revision(query: "q") == 0)
    #expect(try await index.load(query: "r") == items(["b"]))
  }

  @Test func `a deleted entity leaves every result`() async throws {
    let users = ctx.makeRepository(UserProfileModel.self, record: UserProfileRecord.self)
    try await users.putAll([.named("Ann", id: "a"), .named("Bob", id: "b")])
    let index = try QueryIndexStore(
      db: ctx.storage.dbActor, tableName: "user_index", entityTable: "user_profiles")
    try await index.migrate()
    try await index.save(query: "q", ids: items(["b", "a"]))

    try await users.delete(id: "b")

    #expect(try await index.load(query: "q").map(\.id) == ["a"])
  }

  @Test(arguments: ["a b", "1st", "", "a;DROP TABLE x", "é"])
  func `a table name that needs quoting is refused`(name: String) {
    #expect { try QueryIndexStore(db: ctx.storage.dbActor, tableName: name) } throws: {
      ($0 as? StorageError)?.code == .invalidName
    }
  }
}
