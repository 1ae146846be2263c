import Foundation
import GRDB
import MarfaModel
import MarfaServer
import Testing

/// A data directory of the former build opens with this one, and loses nothing on the way.
@Suite(.timeLimit(.minutes(20))) struct UpgradeTests {
  private struct Killed: Error {}

  private func open(
    _ former: FormerStore, killedBefore step: String? = nil, hooks given: StoreHooks = StoreHooks()
  ) throws -> SQLiteServerStore {
    let clock = ManualWallClock(Timestamp(milliseconds: FormerStore.newest + 1_000))
    var hooks = given
    hooks.willUpgrade = { if $0 == step { throw Killed() } }
    // A search waits for its index, and never for a clock.
    hooks.searchPatience = nil
    return try SQLiteServerStore(
      directory: former.directory, clock: clock, ids: ItemIdGenerator(seed: 3, clock: clock),
      hooks: hooks, onEvents: { _ in })
  }

  private func backups(_ former: FormerStore) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: former.directory)
      .filter { $0.contains(".before-") }.sorted()
  }

  @Test(.timeLimit(.minutes(20)))
  func `a directory with 100,000 notes opens, with everything that clients hold on to`()
    async throws
  {
    let count = 100_000
    let former = try FormerStore(notes: count)
    defer { former.remove() }

    let store = try open(former)

    // Cursors, keys, and the queue of a device that had sent before the upgrade.
    let filters = ListFilters(sort: .createdAt, direction: .descending, limit: 50)
    let page = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json
    #expect(page.ids.first == FormerStore.id(count).lowercased())
    #expect(try await store.key(hash: FormerStore.keyHash)?.id == FormerStore.keyId)
    let again = WriteContext(
      access: FullAccess(), credentialId: FormerStore.keyId, source: "Me",
      idempotency: IdempotencyKey(key: "sent-before", fingerprint: "f"))
    let answer = try await store.write(
      .createItem(CreateItemInput(type: "core.note", properties: ["body": "x"])), again)
    #expect(answer.isReplay && answer.status == 201)
    // A stream goes on after the last event that a client has, and ids go on growing.
    #expect(try await store.eventBounds().canResume(after: Int64(count) - 3))
    let missed = try await store.events(after: Int64(count) - 3, limit: 10)
    #expect(missed.map(\.id) == [Int64(count) - 2, Int64(count) - 1, Int64(count)])
    _ = try await store.write(
      .addTags(id: FormerStore.id(7).lowercased(), ["found"]), again.another)
    #expect(try await store.events(after: Int64(count), limit: 10).first?.id == Int64(count) + 1)
    let found = try await store.read(.search(SearchRequest(text: "heron found")), for: FullAccess())
    #expect(try found.json["results"]?.arrayValue?.count == 1)
    // History goes on from whole versions.
    let first = FormerStore.id(1)
    let text = String(repeating: "heron ", count: 500)
    for body in [text + "1", text + "2"] {
      _ = try await store.write(
        .patchItem(id: first, PatchItemBody(properties: ["body": .string(body)])), again.another)
    }
    let versions = try await store.read(.versions(id: first), for: FullAccess()).json["versions"]
    #expect(
      versions?.arrayValue?.map { $0["properties"]?["body"]?.stringValue ?? "" }
        == [text + "1", "heron number 1", "before"])
    #expect(try await store.check() == [])
    try await store.close()
  }

  @Test func `the secret of cursors stays`() async throws {
    let former = try FormerStore(notes: 120)
    defer { former.remove() }
    let store = try open(former)
    var filters = ListFilters(sort: .createdAt, direction: .descending, limit: 50)
    let page = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json
    filters.cursor = page["cursor"]?.stringValue

    let next = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json

    #expect(next.ids.first == FormerStore.id(70).lowercased())
    let queue = try DatabaseQueue(path: former.path)
    let secret = try await queue.read {
      try String.fetchOne($0, sql: "SELECT value FROM space WHERE name = 'cursor_secret'")
    }
    #expect(secret == FormerStore.cursorSecret)
    try await store.close()
  }

  @Test func `a cursor that the former build gave out is a place of the same list`() async throws {
    let former = try FormerStore(notes: 120)
    defer { former.remove() }
    let store = try open(former)
    // As that build made them: of all items, newest first, after the 71st; of all edges, after the
    // 70th.
    var filters = ListFilters(sort: .createdAt, direction: .descending, limit: 50)
    filters.cursor = "MTc1OTk5OTk5OTk1MSA3MQ.19_KRhkDXBnd1Dee"
    let edges = EdgeListRequest(limit: 1, cursor: "MCA3MA.7Gt9olVSe08T-Jrl")

    let page = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json
    let next = try await store.read(.allEdges(edges), for: FullAccess()).json

    #expect(page.ids.first == FormerStore.id(70).lowercased())
    #expect(next["data"]?[0]?["id"] == "01890a5d-ac96-774b-bccf-000000000072")
    try await store.close()
  }

  @Test(
    arguments: [
      "6 indexes of rare items", "7 identity", "8 ids in lower case", "13 tombstones",
      "14 words in a pause", "16 differences and references", "17 copies of versions",
    ])
  func `killed before a step, the next start goes on there with the backup of the first`(
    step: String
  ) async throws {
    let former = try FormerStore(notes: 200)
    defer { former.remove() }

    for _ in 0..<2 {
      #expect(throws: Killed.self) { try open(former, killedBefore: step) }
    }
    let store = try open(former)

    #expect(try await store.check() == [])
    #expect(try backups(former) == ["marfa-server.sqlite.before-6"])
    try await store.close()
    let copy = try DatabaseQueue(path: former.directory + "/marfa-server.sqlite.before-6")
    let (steps, items, upper) = try await copy.read { db in
      (
        try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1"),
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item"),
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item WHERE id <> lower(id)")
      )
    }
    #expect(steps == FormerStore.steps)
    #expect(items == 200)
    #expect(upper == 28)
  }

  @Test func `on a full disk a store stays as it is, with no copy, until there is room`()
    async throws
  {
    let former = try FormerStore(notes: 10)
    defer { former.remove() }
    let disk = LimitedDisk()

    disk.isFull = true
    let failure = #expect(throws: StoreFailure.self) { try open(former, hooks: disk.hooks) }
    let left = try backups(former)
    let queue = try DatabaseQueue(path: former.path)
    let steps = try await queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
    }
    try queue.close()
    disk.isFull = false
    let store = try open(former, hooks: disk.hooks)

    #expect(failure?.kind == .full)
    #expect(left == [])
    #expect(steps == FormerStore.steps)
    #expect(try await store.check() == [])
    #expect(try backups(former) == ["marfa-server.sqlite.before-6"])
    try await store.close()
  }

  @Test func `a store that needs no step is not copied`() async throws {
    let former = try FormerStore(notes: 10)
    defer { former.remove() }
    try await open(former).close()

    try await open(former).close()

    #expect(try backups(former).count == 1)
  }

  @Test func `a newer store is refused with its version, and stays as it is`() async throws {
    let former = try FormerStore(notes: 10)
    defer { former.remove() }
    try await open(former).close()
    let queue = try DatabaseQueue(path: former.path)
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO grdb_migrations VALUES ('99 of tomorrow');
          UPDATE space SET value = '9.8.7' WHERE name = 'server_version';
          """)
    }
    try queue.close()

    let failure = #expect(throws: StoreFailure.self) { try open(former) }

    #expect(failure?.description.contains("version 9.8.7") == true)
    #expect(failure?.description.contains("99 of tomorrow") == true)
    #expect(failure?.description.contains(ServerVersion.current) == true)
    #expect(try backups(former).count == 1)
  }
}

extension WriteContext {
  /// The same with no idempotency key.
  fileprivate var another: WriteContext {
    var context = self
    context.idempotency = nil
    return context
  }
}
