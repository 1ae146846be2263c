import Foundation
import GRDB
import MarfaSDK
import Testing

@Suite struct SearchIndexUpkeepTests {
  private let folder = TemporaryFolder()

  @Test func `idle work merges the parts that saves have left`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("level")).item.id
    for number in 0..<20 { try await store.saveText(id: id, body: "word\(number)") }
    let before = try partCount()

    try await store.performIdleWork()

    #expect(before == 21)
    #expect(try partCount() ?? .max < 4)
    #expect(try await store.verifySearchIndex() == [])
    #expect(try await store.search(store.query("word19")).hits.count == 1)
    #expect(try await store.search(store.query("word18")).hits.isEmpty)
  }

  @Test func `a property that nobody searches leaves the word index alone`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("text")).item.id

    let item = try await store.updateItem(id: id, properties: ["level": .integer(3)])

    #expect(item.properties["level"] == .integer(3))
    #expect(try partCount() == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `a property that is searched changes the word index`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("text")).item.id

    _ = try await store.updateItem(id: id, properties: ["place": .string("pondside")])

    #expect(try await store.search(store.query("pondside")).hits.count == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  private func note(_ body: String) -> NewItem {
    NewItem(
      CreateItemInput(
        type: "core.note", properties: ["title": .string("A"), "body": .string(body)]))
  }

  /// How many parts the word index consists of.
  private func partCount() throws -> Int? {
    try DatabaseQueue(path: folder.path("notes.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT COUNT(DISTINCT segid) FROM item_fts_idx")
    }
  }
}
