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
}
