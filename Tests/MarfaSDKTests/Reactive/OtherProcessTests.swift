import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct OtherProcessTests {
  /// A file of its own in the temporary folder, removed with the last reference.
  private final class TemporaryFile {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "marfa-test-\(UUID().uuidString)")
    var path: String { folder.appending(path: "notes.sqlite").path }

    deinit {
      // What cannot be removed is left to the system's own cleaning.
      try? FileManager.default.removeItem(at: folder)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `commits through another connection to the file appear by themselves`() async throws {
    let file = TemporaryFile()
    let clock = ManualClock()
    let mine = try LocalStore.open(path: file.path, environment: MarfaSDKTest.environment(seed: 1))
    let other = try LocalStore.open(path: file.path, environment: MarfaSDKTest.environment(seed: 2))
    let store = MarfaStore(store: mine, clock: clock)
    #expect(store.watchError == nil)
    let window = store.queryWindow()
    let tags = store.queryTags()
    await store.settle()
    #expect(window.count == 0)

    let input = CreateItemInput(
      type: "core.note", properties: ["title": "theirs", "body": "text"], tags: ["birds"])
    let theirs = Task { try await other.createItem(NewItem(input)).item.id }
    try await waitUntil { window.count > 0 }
    await store.settle()

    #expect(window.rows.map(\.id) == [try await theirs.value])
    #expect(tags.tags == [TagWithCount(tag: "birds", count: 1)])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a commit of this process is not taken for another's`() async throws {
    let file = TemporaryFile()
    let clock = ManualClock()
    let mine = try LocalStore.open(path: file.path, environment: MarfaSDKTest.environment(seed: 1))
    let other = try LocalStore.open(path: file.path, environment: MarfaSDKTest.environment(seed: 2))
    let store = MarfaStore(store: mine, clock: clock)
    let tags = store.queryTags()
    let window = store.queryWindow()
    await store.settle()

    let input = CreateItemInput(type: "core.note", properties: ["title": "a", "body": "text"])
    _ = try await mine.createItem(NewItem(input))
    await store.settle()
    #expect(tags.reads.fetches == 1)
    #expect(window.reads.fetches == 2)

    clock.advance(by: .milliseconds(50))
    let theirs = Task { try await other.createItem(NewItem(input)) }
    try await waitUntil { window.count > 1 }
    _ = try await theirs.value
    await store.settle()

    // The one fetch that the tags made is for the other's commit, which may have been anything.
    #expect(tags.reads.fetches == 2)
    #expect(window.reads.fetches == 3)
  }

  @Test(.timeLimit(.minutes(20)))
  func `queued changes of another process are reported with their state`() async throws {
    let file = TemporaryFile()
    let mine = try LocalStore.open(path: file.path, environment: MarfaSDKTest.environment(seed: 1))
    let store = MarfaStore(store: mine, clock: ManualClock())
    let query = try #require(store.queryPendingMutations())
    await store.settle()
    #expect(query.isEmpty)
    #expect(!query.isLoading)

    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO mutation(id, kind, item_id, state, attempt, last_error, created_at)
          VALUES ('m1', 'updateItem', 'i1', 1, 0, NULL, 1000),
            ('m2', 'createEdge', NULL, 0, 0, NULL, 2000),
            ('m3', 'updateItem', 'i1', 0, 2, 'timed out', 3000)
          """)
    }
    try await waitUntil { !query.isEmpty }

    #expect(query.mutations.map(\.id) == ["m1", "m2", "m3"])
    #expect(query.mutations.map(\.itemId) == ["i1", nil, "i1"])
    #expect(query.mutations.map(\.kind) == [.updateItem, .createEdge, .updateItem])
    #expect(query.mutations.first?.createdAt == Date(timeIntervalSince1970: 1))
    #expect(
      query.mutations.map(\.status)
        == [.inFlight, .pending, .retrying(attemptCount: 2, lastError: "timed out")])
  }
}
