import MarfaModel
import MarfaServer
import Testing

/// What stays on the disk, counted in bytes and rows.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DiskBoundTests {
  private func versions(_ fixture: StoreFixture, of id: String) async throws -> [JSONValue] {
    try await fixture.read(.versions(id: id))["versions"]?.arrayValue ?? []
  }

  private func edit(_ id: String, _ text: String, in fixture: StoreFixture) async throws {
    try await fixture.write(
      .patchItem(id: id, PatchItemBody(properties: ["body": .string(text)])))
  }

  @Test func `the history of a note weighs at most ten times the note`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    // Texts that have nothing in common: their differences are not shorter.
    func text(_ number: Int) -> String {
      String(repeating: String(UnicodeScalar(UInt8(97 + number))), count: 10_000)
    }

    for number in 0..<30 { try await edit(id, text(number), in: fixture) }

    let kept = try await versions(fixture, of: id)
    let sizes = kept.map { $0["properties"]?["body"]?.stringValue?.utf8.count ?? 0 }
    #expect(sizes.reduce(0, +) <= 10 * 10_100)
    #expect(kept.count >= 9)
    // The newest stay.
    #expect(kept.first?["properties"]?["body"]?.stringValue == text(28))
  }

  @Test func `emptying a note keeps its history`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: String(repeating: "x", count: 50_000))

    for text in ["half", "", "a", "b", "c"] { try await edit(id, text, in: fixture) }

    let oldest = try await versions(fixture, of: id).last
    #expect(oldest?["properties"]?["body"]?.stringValue?.utf8.count == 50_000)
  }

  @Test func `a short note keeps its versions`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: "0")

    for number in 1...100 { try await edit(id, "\(number)", in: fixture) }

    #expect(try await versions(fixture, of: id).count == 100)
  }

  @Test func `the log keeps the newest events that its bytes allow, and the newest of all`()
    async throws
  {
    let fixture = try StoreFixture()
    for number in 0..<40 {
      // Short enough for the log to keep it itself.
      _ = try await fixture.note("\(number)", body: String(repeating: "x", count: 900))
    }
    var limits = LogLimits()
    limits.eventBytes = 13_000

    let gone = try await fixture.store.pruneBytes(limits)
    let kept = try await fixture.store.events(after: 0, limit: 100)
    limits.eventBytes = 1
    try await fixture.store.pruneBytes(limits)
    let last = try await fixture.store.events(after: 0, limit: 100)
    _ = try await fixture.note("next")

    #expect(kept.reduce(0) { $0 + $1.data.utf8.count } <= 13_000)
    #expect((8...10).contains(kept.count))
    #expect(gone == 40 - kept.count)
    #expect(kept.last?.id == 40)
    #expect(last.map(\.id) == [40])
    #expect(try await fixture.store.events(after: 40, limit: 9).map(\.id) == [41])
  }

  @Test func `an allowed size of the log is not touched`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<5 { _ = try await fixture.note("\(number)") }

    #expect(try await fixture.store.pruneBytes(LogLimits()) == 0)
    #expect(try await fixture.store.events(after: 0, limit: 9).count == 5)
  }

  @Test func `the newest first answers stay, as many as their bytes allow`() async throws {
    let fixture = try StoreFixture()
    func create(_ number: Int) async throws -> StoreAnswer {
      fixture.clock.advance(byMilliseconds: 1)
      return try await fixture.store.write(
        .createItem(
          CreateItemInput(
            type: "core.note",
            properties: ["body": .string(String(repeating: "x", count: 900))])),
        fixture.context(key: "k\(number)"))
    }
    for number in 0..<20 { _ = try await create(number) }
    var limits = LogLimits()
    limits.answerBytes = 7_000

    let gone = try await fixture.store.pruneBytes(limits)

    #expect((14...16).contains(gone))
    #expect(try await create(19).isReplay)
    #expect(!(try await create(0).isReplay))
  }
}
