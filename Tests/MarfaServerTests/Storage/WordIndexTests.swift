import GRDB
import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// The search index is written apart from the changes, and misses none.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct WordIndexTests {
  private func found(_ text: String, _ fixture: StoreFixture) async throws -> [String] {
    let answer = try await fixture.read(.search(SearchRequest(text: text)))
    return (answer["results"]?.arrayValue ?? []).compactMap { $0["item"]?["id"]?.stringValue }
  }

  @Test func `a search finds what was written before it, as it was written last`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("first", body: "heron")
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "stork"])))
    let trashed = try await fixture.note("second", body: "stork")
    try await fixture.write(.trashItem(id: trashed))

    #expect(try await found("stork", fixture) == [id])
    #expect(try await found("heron", fixture) == [])

    try await fixture.write(.restoreItem(id: trashed))
    try await fixture.write(.purgeItem(id: id))
    let new = try await fixture.note("third", body: "crane")
    #expect(try await found("stork", fixture) == [trashed])
    #expect(try await found("crane", fixture) == [new])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `more items than one transaction takes are found`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<120 { _ = try await fixture.note("n\(number)", body: "heron") }

    var offset = 0
    var count = 0
    repeat {
      let answer = try await fixture.read(
        .search(SearchRequest(text: "heron", limit: 100, offset: offset)))
      count += answer["results"]?.arrayValue?.count ?? 0
      offset += 100
    } while offset < 200
    #expect(count == 120)
  }

}

@Suite(.timeLimit(.minutes(20))) struct DeferredWordsTests {
  @Test func `a change does not touch the search index; a search does`() async throws {
    let touched = Mutex(0)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace(options: .statement) { event in
        if "\(event)".contains("item_fts("), "\(event)".contains("rowid") {
          touched.withLock { $0 += 1 }
        }
      }
    }
    let fixture = try StoreFixture(hooks: hooks)
    let before = touched.withLock { $0 }
    let id = try await fixture.note("a", body: "heron")
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "stork"])))
    #expect(touched.withLock { $0 } == before)

    _ = try await fixture.read(.search(SearchRequest(text: "stork")))

    #expect(touched.withLock { $0 } == before + 1)
  }

  @Test func `a transaction indexes a bounded part of a text, and merges as it goes`() async throws
  {
    let merges = Mutex(0)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace(options: .statement) { event in
        if "\(event)".contains("'merge'") { merges.withLock { $0 += 1 } }
      }
    }
    let fixture = try StoreFixture(hooks: hooks)
    let text = String(repeating: "heron ", count: 5_000)
    for number in 0..<7 { _ = try await fixture.note("\(number)", body: text) }
    let before = try await fixture.store.statistics().writes

    _ = try await fixture.read(.search(SearchRequest(text: "heron")))

    // Two of 30 kB each are in one, or one when it took too long.
    #expect(try await fixture.store.statistics().writes - before >= 4)
    #expect(merges.withLock { $0 } >= 4)
  }

  @Test func `merging in slices leaves few parts, and finds the same`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<60 {
      _ = try await fixture.note("n\(number)", body: "heron word\(number)")
      _ = try await fixture.read(.search(SearchRequest(text: "heron")))
    }
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server-words.sqlite")
    func parts() throws -> Int? {
      try file.read { try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT segid) FROM item_fts_idx") }
    }

    try await fixture.store.mergeWords(RecordLimits()) { true }

    #expect(try #require(try parts()) < 8)
    let answer = try await fixture.read(.search(SearchRequest(text: "heron", limit: 100)))
    #expect(answer["results"]?.arrayValue?.count == 60)
    #expect(try await fixture.store.check() == [])
  }
}
