import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct QueueMigrationTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("notes.sqlite") }

  private func imported(_ number: Int, body: String = "text") -> NewItem {
    NewItem(
      CreateItemInput(
        type: "core.note", properties: ["title": .string("N\(number)"), "body": .string(body)]),
      origin: ItemOrigin(name: "Garden", path: "n\(number).md"))
  }

  @Test func `a store of the former build keeps its notes, versions and links`() async throws {
    let (id, other): (String, String) = try await {
      let store = try LocalStore.open(path: path)
      let item = try await store.createItem(imported(1)).item
      let other = try await store.createItem(imported(2, body: "[[N1]] [file](n1.md)")).item
      _ = try await store.updateItem(id: item.id, properties: ["body": "second"])
      _ = try await store.updateItem(id: item.id, properties: ["body": "third"])
      return (item.id, other.id)
    }()
    try FormerStore.change(path, FormerStore.beforeQueue)

    let store = try LocalStore.open(path: path)

    let item = try #require(try await store.item(id: id))
    #expect(item.version == 3)
    #expect(item.revision == 3)
    #expect(item.origin == ItemOrigin(name: "Garden", path: "n1.md"))
    #expect(item.sourceId == nil)
    #expect(try await store.versions(of: id).map(\.revision) == [2, 1])
    #expect(try await store.linkedItem("n1.md", as: .path, from: other) == id)
    let again = try await store.createItem(imported(1, body: "fourth"))
    #expect(again.outcome.action == .updated)
    #expect(again.item.id == id)
    #expect(try await store.quickCheck() == [])
    #expect(try await store.statistics().queuedCount == 0)
  }

  @Test(arguments: [100_000, 400_000])
  func `a store that is killed while it is brought up to date loses nothing`(
    bytes: Int
  ) async throws {
    try await expectWhole(notes: 3000, killedAt: bytes)
  }

  /// Takes about a minute, so only where `MARFA_LONG_TESTS` is set.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MARFA_LONG_TESTS"] != nil, "it takes long"),
    arguments: [10_000_000, 40_000_000])
  func `a store of 100,000 notes that is killed while it is brought up to date loses nothing`(
    bytes: Int
  ) async throws {
    try await expectWhole(notes: 100_000, killedAt: bytes)
  }

  /// Has the steps of the former build end in a signal once they have written some bytes, and looks
  /// at what a later opening makes of it.
  private func expectWhole(notes count: Int, killedAt bytes: Int) async throws {
    let writer = "StoreCrashWriter"
    try #require(KilledProgram.isBuilt(writer))
    try await {
      let store = try LocalStore.open(path: path)
      for start in stride(from: 0, to: count, by: 5000) {
        _ = try await store.createItems(
          (start..<min(count, start + 5000)).map { imported($0) })
      }
      try await store.performIdleWork()
    }()
    try FormerStore.change(path, FormerStore.beforeQueue)

    let signal = try await KilledProgram.signal(
      ending: writer, [path, "opens", "\(bytes)"], environment: [:])

    #expect(signal == SIGXFSZ)
    let before = try await steps()
    let start = ContinuousClock.now
    let store = try LocalStore.open(path: path)
    let time = ContinuousClock.now - start
    // It was killed before the last step was done.
    let after = try await steps()
    #expect(before.count < after.count, "\(before)")
    if count == 3000 { #expect(!before.contains("2026-11-queue")) }
    #expect(
      try await store.importedItems(from: "Garden", isTrashed: false, limit: count + 1).count
        == count)
    #expect(try await store.quickCheck() == [])
    #expect(try await store.verifySearchIndex() == [])
    if count > 3000 { print("\(count) notes were brought up to date in \(time).") }
  }

  /// The steps that the file has.
  private func steps() async throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    let steps = try await queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
    }
    try queue.close()
    return steps
  }

  @Test func `two items may have one natural key`() async throws {
    _ = try LocalStore.open(path: path)

    try FormerStore.change(
      path,
      """
      INSERT INTO item(id, type, state, title, title_sort, initials, is_listed, version,
        schema_version, created_at, updated_at, edited_at, timestamp, source, source_id, properties)
      VALUES ('a', 'core.note', 0, '', '', 0, 1, 1, 1, 0, 0, 0, 0, 'key', 'x', '{}'),
        ('b', 'core.note', 0, '', '', 0, 1, 1, 1, 0, 0, 0, 0, 'key', 'x', '{}')
      """)

    let store = try LocalStore.open(path: path)
    #expect(try await store.countsByState()[.active] == 2)
  }
}
