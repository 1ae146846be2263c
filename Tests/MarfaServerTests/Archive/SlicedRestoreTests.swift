import Foundation
import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// A restore is looked through first, then written in slices, and gone on with when a process dies.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SlicedRestoreTests {
  private struct Death: Error {}

  private static let most = RecordLimits().sliceEntries
  private static let time = "2026-01-01T00:00:00.000Z"

  private func item(_ id: String, versions count: Int = 0) -> ArchiveRecord {
    var item = Item(
      id: id, type: "core.note", timestamp: Self.time, createdAt: Self.time, updatedAt: Self.time)
    item.properties = ["body": .string("text of \(count)")]
    item.version = count + 1
    let ids = ItemIdGenerator(seed: 5, clock: ManualWallClock(Timestamp(milliseconds: 1)))
    let versions = (0..<count).reversed().map { number in
      ItemVersion(
        id: ids.nextId(), itemId: id, version: number + 1,
        properties: ["body": .string("text of \(number)")], createdAt: Self.time)
    }
    return .item(ArchivedItem(item: item, metadata: Metadata(itemId: id), versions: versions))
  }

  private func edge(_ id: String, _ source: String, _ target: String) -> ArchiveRecord {
    .edge(
      Edge(
        id: id, sourceId: source, targetId: target, edgeType: "parent-of", createdAt: Self.time,
        updatedAt: Self.time))
  }

  private func source(_ records: [ArchiveRecord], name: String? = nil) -> ArchiveSource {
    ArchiveSource(name: name) {
      let place = Mutex(0)
      return {
        place.withLock { place in
          defer { place += 1 }
          guard place < records.count else { return nil }
          return ArchiveSource.Line(number: place + 1, size: 100, record: records[place])
        }
      }
    }
  }

  @Test func `records go in fifty at a time, with their events`() async throws {
    let fixture = try StoreFixture()
    let ids = fixture.ids(240)
    let records =
      ids[..<120].map { item($0) } + (1..<120).map { edge(ids[120 + $0], ids[0], ids[$0]) }

    let counts = try await fixture.store.restore(source(records))
    let again = try await fixture.store.restore(source(records))

    #expect(counts.restored == 239)
    #expect(again.restored == 0 && again.skipped == 239)
    #expect(fixture.toldEvents.count { $0.name == .itemCreated } == 120)
    #expect(fixture.toldEvents.count { $0.name == .edgeCreated } == 119)
    #expect(fixture.toldCommits.count >= 5)
    #expect(fixture.toldCommits.allSatisfy { $0 <= Self.most })
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a record that cannot be restored is found before anything is written`() async throws {
    let fixture = try StoreFixture()
    let ids = fixture.ids(70)
    let items = ids[..<60].map { item($0) }
    for last in [
      edge(ids[61], ids[0], ids[62]), edge(ids[61], ids[0], ids[0]),
      ArchiveRecord.type(ItemType(id: "core.mine", fields: [:], version: 1)),
    ] {
      let step = StepStore(fixture.store)

      let error = await #expect(throws: ValidationError.self) {
        try await step.restore(source(items + [last]))
      }

      #expect(error?.code == "invalid_request")
      #expect(error?.details?["line"] == 61)
      #expect(step.transactions == 0)
    }
    // A second parent is against the rules also when the first comes with the archive.
    let parents = [edge(ids[63], ids[0], ids[1]), edge(ids[64], ids[2], ids[1])]
    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.restore(source(items + parents))
    }
    #expect(error?.details?["line"] == 62)
    #expect(error?.details?["code"] == "edge_constraint_violation")
    #expect(try await fixture.store.statistics().items == 0)
  }

  @Test func `one whose process died goes on where it was, within an item's versions as well`()
    async throws
  {
    let fixture = try StoreFixture()
    let ids = fixture.ids(90)
    let here = try await fixture.note("here", sourceId: "s")
    var twin = Item(
      id: ids[80], type: "core.note", timestamp: Self.time, createdAt: Self.time,
      updatedAt: Self.time)
    twin.properties = ["body": "there"]
    twin.source = "test"
    twin.sourceId = "s"
    let passed = ArchiveRecord.item(
      ArchivedItem(item: twin, metadata: Metadata(itemId: twin.id), versions: []))
    let records: [ArchiveRecord] =
      [passed, item(ids[0], versions: 130)] + ids[1..<60].map { item($0) }
      + [edge(ids[81], ids[80], ids[1])]
    let context = fixture.context()

    for round in 0..<3 {
      // The mark, and one slice each time.
      let most = round == 0 ? 2 : 1
      let dying = StepStore(fixture.store) { number in if number > most { throw Death() } }
      await #expect(throws: Death.self) {
        if round == 0 {
          _ = try await dying.restore(source(records, name: "a"), by: context)
        } else {
          _ = try await dying.goOn(restoring: source(records, name: "a"), RecordLimits())
        }
      }
      #expect(try await fixture.store.unfinishedRestores() == ["a"])
    }
    let counts = try await fixture.store.goOn(
      restoring: source(records, name: "a"), RecordLimits())

    #expect(counts?.restored == 61)
    #expect(counts?.skipped == 1)
    #expect(try await fixture.store.unfinishedRestores() == [])
    #expect(try await fixture.store.goOn(restoring: source(records, name: "a"), .init()) == nil)
    let versions = try await fixture.read(.versions(id: ids[0]))["versions"]?.arrayValue ?? []
    let expected: [JSONValue?] = (1...130).reversed().map { .integer($0) }
    #expect(versions.map { $0["version"] } == expected)
    #expect(versions.first?["properties"]?["body"] == "text of 129")
    // The edge of what was passed over is that of the note in its place.
    let edges = try await fixture.read(.edges(from: here, EdgeListRequest()))
    #expect(edges["data"]?[0]?["target_id"] == .string(ids[1]))
    let audit = try await fixture.read(.audit(limit: nil, cursor: nil))["data"]
    #expect(audit?[0]?["action"] == "archive.restored")
    #expect(audit?[0]?["details"]?["restored"] == 61)
    #expect(audit?[0]?["credential_id"] == "credential")
    #expect(try await fixture.store.check() == [])
  }

  @Test func `the next process finds the records in their folder, and clears away what is left`()
    async throws
  {
    let fixture = try StoreFixture()
    let folder = fixture.directory + "/spool"
    defer { try? FileManager.default.removeItem(atPath: fixture.directory) }
    let ids = fixture.ids(80)
    let hash = "sha256:" + String(repeating: "a", count: 64)
    let blob = StoredBlob(
      hash: hash, mimeType: "a/b", size: 3, createdAt: Timestamp(milliseconds: 0))
    let spool = try RestoreSpool(newIn: folder)
    let file = try spool.make()
    for record in ids.map({ item($0) }) + [.blob(blob)] {
      try ArchiveLine.bytes(of: record).withUnsafeBytes { try file.append($0) }
    }
    try spool.keep([hash: 3])
    let stray = try RestoreSpool(newIn: folder)
    _ = try stray.make()
    let dying = StepStore(fixture.store) { number in if number > 2 { throw Death() } }
    await #expect(throws: Death.self) { try await dying.restore(try spool.source()) }

    let rest = try await UnfinishedRestores(fixture.store, spoolFolder: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [spool.name])
    try await rest.finish(RecordLimits()) { Issue.record("\($0)") }

    #expect(try await fixture.store.statistics().items == 80)
    #expect(try await fixture.store.blob(hash: hash)?.size == 3)
    #expect(try await fixture.store.unfinishedRestores() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `one whose records are gone is given up`() async throws {
    let fixture = try StoreFixture()
    let folder = fixture.directory + "/spool"
    let ids = fixture.ids(60)
    let dying = StepStore(fixture.store) { number in if number > 2 { throw Death() } }
    await #expect(throws: Death.self) {
      try await dying.restore(source(ids.map { item($0) }, name: "restore-gone"))
    }
    let refusals = Mutex<[String]>([])

    let rest = try await UnfinishedRestores(fixture.store, spoolFolder: folder)
    try await rest.finish(RecordLimits()) { reason in refusals.withLock { $0.append(reason) } }

    #expect(refusals.withLock { $0.count } == 1)
    #expect(try await fixture.store.unfinishedRestores() == [])
  }
}
