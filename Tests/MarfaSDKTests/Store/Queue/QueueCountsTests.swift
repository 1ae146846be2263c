import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// The length of the queue, which is not counted each time.
@Suite(.timeLimit(.minutes(20))) struct QueueCountsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("notes.sqlite") }

  private func connectedStore(notes count: Int) async throws -> LocalStore {
    let store = try LocalStore.open(path: path)
    try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
    _ = try await store.createItems(
      (0..<count).map {
        NewItem(CreateItemInput(type: "core.note", properties: ["body": .string("\($0)")]))
      })
    return store
  }

  @Test func `it is what a recount finds, whatever happens to the rows`() async throws {
    let store = try await connectedStore(notes: 3)
    #expect(try await store.syncCounts().pending == 3)

    try FormerStore.change(
      path,
      """
      INSERT INTO mutation(id, kind, subject, created_at) VALUES ('u', 'uploadBlob', 'h', 1);
      INSERT INTO mutation(id, kind, created_at, attempt, state) VALUES
        ('a', 'updateItem', 2, 10, 0), ('b', 'updateItem', 3, 10, 1), ('c', 'updateItem', 4, 11, 1);
      INSERT INTO mutation(id, kind, created_at, last_error) VALUES
        ('d', 'updateItem', 5, 'set_back'), ('e', 'updateItem', 6, 'no room');
      INSERT INTO parked_conflict(mutation_id, item, request, context, parked_at)
        SELECT 'a', key, '', '', 1 FROM item LIMIT 1;
      """)
    let counts = try await store.syncCounts()
    #expect(counts.pending == 7)
    #expect(counts.setBack == 1)
    #expect(counts.stuck == 1)
    #expect(counts.conflicts == 1)
    #expect(counts.oldestPending == Date(timeIntervalSince1970: 0.003))
    #expect(try await store.quickCheck() == [])

    try FormerStore.change(path, "DELETE FROM mutation WHERE kind <> 'createItem'")
    #expect(try await store.syncCounts().pending == 3)
    try FormerStore.change(path, "DELETE FROM mutation")
    #expect(try await store.syncCounts().pending == 0)
    #expect(try await store.syncCounts().oldestPending == nil)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `the server is that of now, whichever process has changed it`() async throws {
    let store = try await connectedStore(notes: 0)
    for _ in 0..<2 { #expect(try await store.syncCounts().server == "https://notes.example") }

    try FormerStore.change(
      path, "UPDATE sync_state SET value = replace(value, 'notes.e', 'others.e')")
    #expect(try await store.syncCounts().server == "https://others.example")
    #expect(try await store.server()?.url == "https://others.example")

    try FormerStore.change(path, "UPDATE sync_state SET value = '{' WHERE name = 'server'")
    await #expect(throws: StorageError.self) { try await store.syncCounts() }
    try FormerStore.change(path, "DELETE FROM sync_state WHERE name = 'server'")
    #expect(try await store.syncCounts().server == nil)
  }

  @Test func `a wrong number is found by the check`() async throws {
    let store = try await connectedStore(notes: 2)
    try FormerStore.change(path, "UPDATE queue_count SET pending = 5")

    #expect(try await store.quickCheck() == ["the queue counts 5 changes, and has 2"])
  }

  @Test func `no row is walked over to know it, but those that are counted`() async throws {
    _ = try await connectedStore(notes: 1)

    let plan = try await DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + QueueCounts.sql, arguments: ["set_back"])
        .map { $0["detail"] as String }
    }

    // The first row of an order ends the walk.
    #expect(
      plan.filter { $0.hasPrefix("SCAN mutation") } == ["SCAN mutation USING INDEX mutation_by_age"]
    )
    #expect(plan.contains { $0.hasPrefix("SEARCH mutation USING INDEX mutation_by_error") })
    #expect(plan.contains { $0.hasPrefix("SEARCH mutation USING INDEX mutation_by_attempt") })
  }
}
