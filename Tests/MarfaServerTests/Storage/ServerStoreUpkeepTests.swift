import Foundation
import GRDB
import MarfaModel
import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerStoreUpkeepTests {
  @Test func `the trash is emptied when its time is over, with events`() async throws {
    let fixture = try StoreFixture()
    let old = try await fixture.note("old")
    let kept = try await fixture.note("kept")
    let parent = try await fixture.note("parent", edges: ["parent-of": [kept]])
    try await fixture.write(.trashItem(id: old))
    try await fixture.write(.trashItem(id: parent))
    fixture.clock.advance(byMilliseconds: 59 * Timestamp.millisecondsPerDay)

    #expect(try await fixture.store.purgeTrash(limit: 10) == 0)
    fixture.clock.advance(byMilliseconds: Timestamp.millisecondsPerDay)
    #expect(try await fixture.store.purgeTrash(limit: 1) == 1)
    #expect(try await fixture.store.purgeTrash(limit: 10) == 1)

    #expect(try await fixture.read(.items(ItemListRequest())).ids == [kept])
    #expect(fixture.toldEvents.suffix(2).map(\.name) == [.edgeDeleted, .itemDeleted])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a second process learns who has the directory`() async throws {
    let fixture = try StoreFixture()

    let failure = #expect(throws: StoreFailure.self) {
      try SQLiteServerStore(
        directory: fixture.directory, ids: ItemIdGenerator(seed: 2, clock: fixture.clock))
    }

    #expect(failure?.kind == .locked)
    #expect(failure?.description.contains("another marfa-server (process ") == true)
    #expect(failure?.description.contains(fixture.directory) == true)
  }

  @Test func `a closed store leaves the directory to the next one while it is still held`()
    async throws
  {
    let fixture = try StoreFixture()

    try await fixture.store.close()
    let next = try SQLiteServerStore(
      directory: fixture.directory, ids: ItemIdGenerator(seed: 2, clock: fixture.clock))

    #expect(try await next.check() == [])
    try await next.close()
  }

  @Test func `a store that was closed opens again as it was`() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "marfa-server-store-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let clock = ManualWallClock(Timestamp(milliseconds: 1_760_000_000_000))
    let ids = ItemIdGenerator(seed: 1, clock: clock)
    let context = WriteContext(access: FullAccess(), credentialId: "c", source: "s")
    var store: SQLiteServerStore? = try SQLiteServerStore(
      directory: directory, clock: clock, ids: ids)
    _ = try await store?.write(
      .createItem(CreateItemInput(type: "core.note", properties: ["body": "x"])), context)
    let before = try await store?.read(.items(ItemListRequest()), for: FullAccess())
    try await store?.close()
    await #expect(throws: StoreFailure.self) { try await store?.purgeTrash(limit: 1) }
    store = nil

    // The clock went back meanwhile; the store's moments do not.
    clock.set(Timestamp(milliseconds: 1_700_000_000_000))
    let again = try SQLiteServerStore(directory: directory, clock: clock, ids: ids)

    #expect(try await again.read(.items(ItemListRequest()), for: FullAccess()) == before)
    let next = try await again.write(
      .createItem(CreateItemInput(type: "core.note", properties: ["body": "y"])), context)
    #expect(
      try next.json["item"]?["updated_at"]
        == .string(Timestamp(milliseconds: 1_760_000_000_000).iso8601))
  }

  @Test func `a backup is a whole store of its own`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let folder = fixture.directory + "/copy"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

    try await fixture.store.backup(to: folder + "/marfa-server.sqlite")
    _ = try await fixture.note("later")

    let copy = try SQLiteServerStore(
      directory: folder, ids: ItemIdGenerator(seed: 2, clock: fixture.clock))
    let page = try await copy.read(.items(ItemListRequest()), for: FullAccess())
    #expect(try page.json.ids == [id])
    #expect(try await copy.check() == [])
    await #expect(throws: StoreFailure.self) {
      try await fixture.store.backup(to: folder + "/marfa-server.sqlite")
    }
  }

  @Test func `the files of a killed backup go with the next one`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("a")
    let folder = fixture.directory + "/copy"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["b.sqlite.partial", "b.sqlite.partial-journal"] {
      try Data("left behind".utf8).write(to: URL(filePath: folder + "/" + name))
    }

    try await fixture.store.backup(to: folder + "/b.sqlite")

    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["b.sqlite"])
  }

  @Test func `a full disk refuses writes, loses nothing and heals`() async throws {
    var hooks = StoreHooks()
    let pages = Mutex(200)
    let connections = Mutex(0)
    hooks.prepare = { db in
      connections.withLock { $0 += 1 }
      try db.execute(sql: "PRAGMA max_page_count = \(pages.withLock { $0 })")
    }
    let fixture = try StoreFixture(hooks: hooks)
    let body = String(repeating: "heron ", count: 2000)
    var kept: [String] = []
    var failure: StoreFailure?
    for number in 0..<400 where failure == nil {
      do {
        kept.append(try await fixture.note("\(number)", body: body))
      } catch let error as StoreFailure {
        failure = error
      }
    }

    #expect(failure?.kind == .full)
    #expect(!kept.isEmpty)
    #expect(
      Set(try await fixture.read(.items(ItemListRequest(ListFilters(limit: 200)))).ids) == Set(kept)
    )
    #expect(try await fixture.store.eventBounds().newest == Int64(kept.count))
    #expect(fixture.toldEvents.count == kept.count)
    #expect(try await fixture.store.check() == [])
    #expect(connections.withLock { $0 } > 0)
    try await fixture.store.close()
  }

  @Test func `an archive restores items, edges, types and histories elsewhere`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(.registerType(ItemType(id: "user.memo", parent: "core.note")))
    try await fixture.write(.registerEdgeType(EdgeType(id: "user.likes")))
    let target = try await fixture.note("t", tags: ["x", "y"])
    let made = try await fixture.write(
      .createItem(
        CreateItemInput(
          type: "user.memo", properties: ["body": "one"], sourceId: "s",
          edges: ["user.likes": [target]])))
    let id = try #require(made["item"]?["id"]?.stringValue)
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "two"])))
    try await fixture.write(.setExtension(id: id, namespace: "app.x", ["k": 1]))
    try await fixture.write(.trashItem(id: target))
    _ = try await fixture.store.putBlob(
      StoredBlob(
        hash: "sha256:" + String(repeating: "a", count: 64), mimeType: "a/b", size: 1,
        createdAt: fixture.clock.now))
    let records = Mutex<[ArchiveRecord]>([])
    try await fixture.store.export { record in records.withLock { $0.append(record) } }

    let other = try StoreFixture(seed: 9)
    let all = records.withLock { $0 }
    let counts = try await other.store.restore(Self.source(all))
    let again = try await other.store.restore(Self.source(all))

    #expect(counts.restored == all.count)
    #expect(again.restored == 0)
    for query in [
      StoreQuery.item(id: id), .versions(id: id), .extensions(id: id), .types, .edgeTypes,
      .item(id: target), .tags(), .stats,
    ] {
      let left = try await fixture.read(query)
      let right = try await other.read(query)
      #expect(
        JSONWriter.string(of: Self.withoutEdgeTimes(left))
          == JSONWriter.string(of: Self.withoutEdgeTimes(right)))
    }
    #expect(other.toldEvents.map(\.name).count(where: { $0 == .itemCreated }) == 2)
    #expect(try await other.store.check() == [])
  }

  /// Edges are written again, which their `updated_at` says.
  private static func withoutEdgeTimes(_ json: JSONValue) -> JSONValue {
    guard case .object(var members) = json else { return json }
    if members["edge_type"] != nil { members["updated_at"] = nil }
    return .object(
      members.mapValues { value in
        if let list = value.arrayValue { return .array(list.map(withoutEdgeTimes)) }
        return withoutEdgeTimes(value)
      })
  }

  private static func source(_ records: [ArchiveRecord]) -> ArchiveSource {
    ArchiveSource {
      let index = Mutex(0)
      return {
        index.withLock { index in
          defer { index += 1 }
          return index < records.count
            ? ArchiveSource.Line(number: index + 1, size: 100, record: records[index]) : nil
        }
      }
    }
  }

  @Test func `a record that cannot be restored undoes the restore`() async throws {
    let fixture = try StoreFixture()
    let good = Item(
      id: UUIDv7(milliseconds: 5, randomA: 1, randomB: 1).description, type: "core.note",
      timestamp: "2020-01-01T00:00:00Z", createdAt: "2020-01-01T00:00:00Z",
      updatedAt: "2020-01-01T00:00:00Z")
    var bad = good
    bad.id = "x"
    let records = [good, bad].map {
      ArchiveRecord.item(
        ArchivedItem(item: $0, metadata: Metadata(itemId: $0.id), versions: []))
    }

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.restore(Self.source(records))
    }

    #expect(error?.code == "invalid_request")
    #expect(error?.details?["line"] == 2)
    #expect(try await fixture.read(.stats)["active"] == 0)
    #expect(fixture.toldEvents == [])
  }
}
