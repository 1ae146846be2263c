import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// A data directory of the former build has room for documents after it was opened with this one.
@Suite(.timeLimit(.minutes(20))) struct DocumentUpgradeTests {
  private struct Killed: Error {}

  private func open(
    _ former: FormerStore, killedBefore step: String? = nil
  ) throws -> SQLiteServerStore {
    let clock = ManualWallClock(Timestamp(milliseconds: FormerStore.newest + 1_000))
    var hooks = StoreHooks()
    hooks.willUpgrade = { if $0 == step { throw Killed() } }
    return try SQLiteServerStore(
      directory: former.directory, clock: clock, ids: ItemIdGenerator(seed: 3, clock: clock),
      hooks: hooks, onEvents: { _ in })
  }

  @Test func `killed before the step of documents, the next start makes it`() async throws {
    let former = try FormerStore(notes: 10)
    defer { former.remove() }
    #expect(throws: Killed.self) { try open(former, killedBefore: "18 documents") }

    let store = try open(former)
    let number = try await store.transact(.allowed) { rows in
      try rows.insert(DocumentRow(key: "note", actor: "server", createdAt: 1))
    }
    try await store.close()

    let again = try open(former)
    #expect(try await again.snapshot(.scan) { try $0.document(number: number)?.key } == "note")
    #expect(try await again.check() == [])
    try await again.close()
  }

  @Test(arguments: [
    (
      #"{"types":"read","documents.*":"write","documents.plan.a":"read","*":"read"}"#,
      #"{"types":"read","*":"read"}"#, #"{"*":"write","plan.a":"read"}"#
    ),
    (#"{"*":"write"}"#, #"{"*":"write"}"#, #"{"*":"write"}"#),
    (#"{"types":"read"}"#, #"{"types":"read"}"#, "{}"),
  ])
  func `a key may do with documents what it could before they had a map of their own`(
    before: String, metadata: String, documents: String
  ) throws {
    let queue = try DatabaseQueue()
    try ServerSchema.migrator.migrate(queue, upTo: "18 documents")
    try queue.write {
      try $0.execute(
        sql: """
          INSERT INTO api_key(id, hash, label, source, role, is_platform, permissions, created_at)
          VALUES ('a', 'a', 'a', 'a', 'member', 0, ?, 0)
          """, arguments: [#"{"types":{"core.note":"read"},"metadata":\#(before)}"#])
    }

    try ServerSchema.migrator.migrate(queue)

    let text = try queue.read {
      try String.fetchOne($0, sql: "SELECT permissions FROM api_key")
    }
    let maps = try JSONParser.parse(Array(try #require(text).utf8))
    #expect(maps["metadata"] == (try JSONParser.parse(Array(metadata.utf8))))
    #expect(maps["documents"] == (try JSONParser.parse(Array(documents.utf8))))
    #expect(maps["types"]["core.note"] == "read")
  }
}
