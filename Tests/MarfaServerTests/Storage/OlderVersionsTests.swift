import Foundation
import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// Whole versions of an older build become differences in the pauses.
@Suite(.timeLimit(.minutes(20))) struct OlderVersionsTests {
  /// A long text of which one word is another for each number.
  private static func text(_ number: Int) -> String {
    var words = (0..<300).map { "w\($0)" }
    words[150] = "é\(number)"
    return words.joined(separator: " ")
  }

  private static func properties(_ body: String) -> String {
    StoredJSON.text(["body": .string(body)])
  }

  /// The body of every kept version of an item by its number, and how the rows are.
  private func history(
    _ id: String, in store: any ServerStore
  ) async throws -> (bodies: [Int: String], rows: [VersionRow]) {
    try await store.snapshot(.export) { (rows) throws in
      let item = try #require(try rows.item(id: id))
      var texts = try VersionTexts(of: item.key, present: item.properties, in: rows)
      var bodies: [Int: String] = [:]
      for row in texts.chain {
        bodies[row.version] = try texts.properties(of: row.key)["body"]?.stringValue
      }
      return (bodies, texts.chain)
    }
  }

  /// Keeps texts as whole versions of an item, as an older build did.
  private func keepCopies(
    _ texts: [String], of id: String, in fixture: StoreFixture
  ) async throws {
    try await fixture.store.transact(.allowed) { (rows) throws in
      let old = try #require(try rows.item(id: id))
      var new = old
      new.version = texts.count + 1
      try rows.update(new, over: old)
      var last: Int64 = 0
      for (index, text) in texts.enumerated() {
        last = try rows.insert(
          VersionRow(
            id: rows.ids.nextId(), version: index + 1, properties: Self.properties(text),
            createdAt: rows.now.milliseconds),
          of: old.key)
      }
      try rows.setSpaceValue(.olderVersions, "0 \(last)")
    }
  }

  @Test(.everyStore)
  func `copies become differences a slice at a time, and every version stays as it was`()
    async throws
  {
    let fixture = try StoreFixture()
    try await fixture.store.setSettings(
      SpaceSettings(
        versionPolicy: VersionPolicy(
          recentDays: 7, dailySnapshotDays: 30, weeklySnapshotDays: 365, maxVersions: 1_000)))
    let count = 450
    let id = try await fixture.note("a", body: Self.text(0))
    try await keepCopies((1...count).map(Self.text), of: id, in: fixture)
    let before = try await history(id, in: fixture.store)
    var limits = RecordLimits()
    limits.sliceEntries = 100
    limits.sliceTime = .seconds(600)

    let bounds = limits
    let hasMore = try await fixture.store.transact(.slice) {
      try OlderVersions(rows: $0).shorten(bounds)
    }
    let begun = try await history(id, in: fixture.store)
    try await fixture.store.shortenOlderVersions(bounds)
    let after = try await history(id, in: fixture.store)

    #expect(hasMore)
    #expect(begun.rows.count { $0.isDifference } == 100)
    #expect(begun.bodies == before.bodies)
    #expect(after.bodies == before.bodies)
    #expect(after.rows.count == count)
    let size = { (rows: [VersionRow]) in rows.reduce(0) { $0 + ($1.size ?? 0) } }
    #expect(size(after.rows) * 10 < size(before.rows))
    // The newest stands before no whole one, and none is too far from one.
    let wholes = after.rows.indices.filter { !after.rows[$0].isDifference }
    #expect(wholes.first == 0)
    #expect(zip(wholes, wholes.dropFirst() + [count]).allSatisfy { $1 - $0 <= 200 })
    #expect(wholes.count == 3)
    // Nothing is left to do, and history goes on.
    #expect(try await fixture.store.snapshot(.lookup) { try $0.olderVersions() } == nil)
    try await fixture.write(
      .patchItem(id: id, PatchItemBody(properties: ["body": .string(Self.text(77))])))
    let later = try await history(id, in: fixture.store).bodies
    #expect(later[count + 1] == Self.text(0))
    #expect(later.filter { $0.key <= count } == before.bodies)
  }

  @Test(.everyStore)
  func `copies that have nothing in common stay, and so does what this build wrote`() async throws {
    let fixture = try StoreFixture()
    func text(_ number: Int) -> String {
      String(repeating: String(UnicodeScalar(UInt8(97 + number))), count: 2_000)
    }
    let id = try await fixture.note("a", body: text(9))
    try await keepCopies((0..<5).map(text), of: id, in: fixture)
    let note = try await fixture.note("b", body: Self.text(0))
    for number in 1..<5 {
      try await fixture.write(
        .patchItem(id: note, PatchItemBody(properties: ["body": .string(Self.text(number))])))
    }
    let own = try await history(note, in: fixture.store)

    try await fixture.store.shortenOlderVersions()

    let copies = try await history(id, in: fixture.store)
    #expect(copies.rows.allSatisfy { !$0.isDifference })
    #expect(copies.bodies.count == 5)
    let kept = try await history(note, in: fixture.store)
    #expect(kept.rows == own.rows && kept.bodies == own.bodies)
  }

  @Test func `after an upgrade that was ended between two slices the rest is done`() async throws {
    let former = try FormerStore(notes: 3)
    defer { former.remove() }
    let queue = try DatabaseQueue(path: former.path)
    try await queue.write { db in
      for number in 2...120 {
        try db.execute(
          sql: """
            INSERT INTO version(id, item, version, properties, created_at)
            VALUES (?, 1, ?, ?, ?)
            """,
          arguments: [
            "v\(number)", number, Self.properties(Self.text(number)), FormerStore.newest,
          ])
      }
    }
    try queue.close()
    let clock = ManualWallClock(Timestamp(milliseconds: FormerStore.newest + 1_000))
    func open() throws -> SQLiteServerStore {
      try SQLiteServerStore(
        directory: former.directory, clock: clock, ids: ItemIdGenerator(seed: 3, clock: clock))
    }
    var limits = RecordLimits()
    limits.sliceTime = .seconds(600)
    let bounds = limits

    let first = try open()
    let before = try await history(FormerStore.id(1), in: first)
    _ = try await first.transact(.slice) { try OlderVersions(rows: $0).shorten(bounds) }
    try await first.close()
    let second = try open()
    let begun = try await history(FormerStore.id(1), in: second)
    try await second.shortenOlderVersions(bounds)
    let after = try await history(FormerStore.id(1), in: second)

    #expect(before.rows.allSatisfy { !$0.isDifference })
    #expect((30...50).contains(begun.rows.count { $0.isDifference }))
    #expect(after.rows.count { $0.isDifference } >= 110)
    // The oldest builds did not note what a version weighs, which the history's bound is about.
    #expect(before.rows.allSatisfy { $0.size == nil })
    #expect(after.rows.allSatisfy { $0.size != nil })
    #expect(begun.bodies == before.bodies && after.bodies == before.bodies)
    #expect(after.bodies.count == 120)
    #expect(try await second.check() == [])
    try await second.close()
  }
}
