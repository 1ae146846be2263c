import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

/// History, events and first answers weigh what changed, and say what they told.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct HistoryTests {
  /// A note of many different words, and those after some changes of one of them.
  private struct Text {
    private(set) var words: [String]

    init(bytes: Int) { words = (0..<bytes / 6).map { "w\(10_000 + $0 % 90_000)" } }

    var text: String { words.joined(separator: " ") }

    mutating func change(_ number: Int) {
      words[number * 7_919 % words.count] = "é\(number)"
    }
  }

  private func edit(
    _ id: String, _ text: String, in fixture: StoreFixture, keeps: Bool = true, key: String? = nil
  ) async throws {
    try await fixture.write(
      .patchItem(
        id: id, PatchItemBody(properties: ["body": .string(text)], snapshot: keeps)), key: key)
  }

  /// The bodies of the kept versions by their numbers.
  private func bodies(_ id: String, in fixture: StoreFixture) async throws -> [Int64: String] {
    var bodies: [Int64: String] = [:]
    var cursor: String?
    repeat {
      let page = try await fixture.read(.versions(id: id, cursor: cursor))
      for version in page["versions"]?.arrayValue ?? [] {
        let number = try #require(version["version"]?.integerValue)
        bodies[number] = version["properties"]?["body"]?.stringValue
      }
      cursor = page["cursor"]?.stringValue
    } while cursor != nil
    return bodies
  }

  /// What the rows of history, events and first answers weigh.
  private func bytes(_ id: String, in fixture: StoreFixture) async throws -> (Int, Int, Int) {
    try await fixture.store.snapshot(.export) { (rows) throws in
      let key = try #require(try rows.item(id: id)).key
      let history = try rows.versionTimes(of: key).reduce(0) { $0 + ($1.size ?? 0) }
      let limit = RowLimit(count: .max, bytes: .max)
      let events = try rows.events(after: 0, limit: limit).reduce(0) { $0 + $1.data.utf8.count }
      var answers = 0
      for number in 0..<1_000 {
        answers += try rows.idempotency("k\(number)", of: "credential")?.body.count ?? 0
      }
      return (history, events, answers)
    }
  }

  /// 1,000 edits of 100 KB where `MARFA_LONG_TESTS` is set.
  @Test func `small edits of a long note weigh little in history, events and first answers`()
    async throws
  {
    let isLong = ProcessInfo.processInfo.environment["MARFA_LONG_TESTS"] != nil
    let (edits, size) = isLong ? (1_000, 100_000) : (20, 10_000)
    let fixture = try StoreFixture()
    var text = Text(bytes: size)
    let id = try await fixture.note("a", body: text.text)
    for number in 0..<edits {
      text.change(number)
      try await edit(id, text.text, in: fixture, key: "k\(number)")
    }

    let live = text.text.utf8.count
    let (history, events, answers) = try await bytes(id, in: fixture)

    #expect(history <= (isLong ? 10 : 1) * live)
    #expect(events <= edits * 1_024)
    #expect(answers <= edits * 1_024)
    #expect(try await bodies(id, in: fixture).count == min(edits, 200))
  }

  @Test func `every kept version is as it was, over whole rows and skipped versions`()
    async throws
  {
    let fixture = try StoreFixture()
    var text = Text(bytes: 1_500)
    let id = try await fixture.note("a", body: text.text)
    try await fixture.store.setSettings(
      SpaceSettings(
        versionPolicy: VersionPolicy(
          recentDays: 7, dailySnapshotDays: 30, weeklySnapshotDays: 365, maxVersions: 400)))
    var expected: [Int64: String] = [:]
    for number in 0..<230 {
      if number % 10 != 3 { expected[Int64(number + 1)] = text.text }
      if number % 50 == 7 { text = Text(bytes: 1_500 - number) } else { text.change(number) }
      try await edit(id, text.text, in: fixture, keeps: number % 10 != 3)
    }

    #expect(try await bodies(id, in: fixture) == expected)
    let wholes = try await fixture.store.snapshot(.export) { (rows) throws in
      try rows.versionTimes(of: #require(try rows.item(id: id)).key).filter { !$0.isDifference }
    }
    #expect((1..<20).contains(wholes.count))
    // What is exported is whole, too.
    let exported = SignalQueue<ArchivedItem>()
    try await fixture.store.export { if case .item(let item) = $0 { exported.put(item) } }
    let item = try await exported.take()
    // As many as ten times the largest, or 64 KiB of short ones.
    #expect((40..<60).contains(item.versions.count))
    for version in item.versions {
      #expect(version.properties["body"]?.stringValue == expected[Int64(version.version)])
    }
  }

  @Test func `versions that stay are as they were when those between go`() async throws {
    let fixture = try StoreFixture()
    var text = Text(bytes: 1_500)
    let id = try await fixture.note("a", body: text.text)
    var expected: [Int64: String] = [:]
    for number in 0..<80 {
      expected[Int64(number + 1)] = text.text
      text.change(number)
      try await edit(id, text.text, in: fixture)
      fixture.clock.advance(byMilliseconds: 6 * 3_600_000)
    }

    let kept = try await bodies(id, in: fixture)

    // 28 of a week, and then one of a day.
    #expect((35..<60).contains(kept.count))
    for (number, body) in kept { #expect(body == expected[number]) }
    let ancestor = try #require(kept.keys.min())
    let error = await #expect(throws: ConflictError.self) {
      try await fixture.write(
        .patchItem(
          id: id, PatchItemBody(properties: ["body": "x"], version: Int(ancestor))))
    }
    #expect(error?.ancestor?.properties["body"]?.stringValue == expected[ancestor])
  }

  @Test func `the log reports later what it told at once`() async throws {
    let fixture = try StoreFixture()
    var text = Text(bytes: 3_000)
    let id = try await fixture.note("a", body: text.text, tags: ["x"])
    for number in 0..<20 {
      text.change(number)
      try await edit(id, text.text, in: fixture)
      if number % 5 == 0 {
        try await fixture.write(.transitionItem(id: id, number % 2 == 0 ? .archived : .active))
      }
    }
    _ = try await fixture.note("short", body: "text")

    let read = try await fixture.store.events(after: 0, limit: 100)

    #expect(read.count >= 25)
    #expect(read == fixture.toldEvents)
  }

  @Test func `an event whose version is not kept reports the item as it is, or that it is gone`()
    async throws
  {
    let fixture = try StoreFixture()
    var text = Text(bytes: 3_000)
    let id = try await fixture.note("a", body: text.text)
    for number in 0..<3 {
      text.change(number)
      try await edit(id, text.text, in: fixture, keeps: false)
    }

    let events = try await fixture.store.events(after: 0, limit: 9)
    try await fixture.write(.purgeItem(id: id))
    let afterwards = try await fixture.store.events(after: 0, limit: 9)

    for event in events {
      let item = try JSONParser.parse(event.data.utf8)
      #expect(item["version"] == 4)
      #expect(item["properties"]?["body"]?.stringValue == text.text)
    }
    // No state under a version that had another: who follows late hears of the removal early.
    #expect(afterwards.map(\.id) == [1, 2, 3, 4, 5])
    for event in afterwards {
      #expect(event.name == .itemDeleted)
      #expect(
        try JSONParser.parse(event.data.utf8) == ["id": .string(id), "type": "core.note"])
    }
  }

  @Test func `a long answer is given again as it was, and as the item is when that is gone`()
    async throws
  {
    let fixture = try StoreFixture()
    var text = Text(bytes: 3_000)
    let id = try await fixture.note("a", body: text.text)
    func patch(_ text: String, _ key: String) async throws -> StoreAnswer {
      try await fixture.store.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text)], snapshot: false)),
        fixture.context(key: key))
    }

    text.change(1)
    let first = try await patch(text.text, "first")
    text.change(2)
    try await edit(id, text.text, in: fixture)
    let kept = try await patch("ignored", "first")
    text.change(3)
    let second = try await patch(text.text, "second")
    text.change(4)
    try await edit(id, text.text, in: fixture, keeps: false)
    let gone = try await patch("ignored", "second")

    #expect(kept.isReplay && kept.body == first.body)
    #expect(gone.isReplay && gone.status == second.status)
    #expect(try gone.json["item"]?["version"] == 5)
    #expect(try gone.json["item"]?["properties"]?["body"]?.stringValue == text.text)
    // Nothing is left to answer with, and an empty text would be taken for the note's.
    try await fixture.write(.purgeItem(id: id))
    let error = await #expect(throws: NotFoundError.self) { try await patch("ignored", "first") }
    #expect(error?.code == ErrorCode.itemNotFound)
  }
}
