import MarfaModel
import Testing

@testable import MarfaServer

/// Atomic bulk requests: what of them is decided before the writer's turn, and that it shows
/// nowhere.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ManyAtOnceTests {
  private func note(
    _ number: Int, _ body: String, id: String? = nil, edges: [String: [String]]? = nil,
    tags: [String]? = nil, extensions: [String: [String: JSONValue]]? = nil
  ) -> CreateItemInput {
    CreateItemInput(
      id: id, type: "core.note", properties: ["body": .string(body)], sourceId: "s\(number)",
      tags: tags, edges: edges, extensions: extensions)
  }

  private func bulk(
    _ entries: [CreateItemInput], mode: BulkMode = .upsert, events: Bool = true
  ) -> StoreMutation {
    .bulkItems(BulkBody(entries: entries, mode: mode, emitEvents: events))
  }

  /// Everything that a client sees of the items.
  private func state(_ fixture: StoreFixture) async throws -> [JSONValue] {
    let list = try await fixture.read(
      .items(ItemListRequest(ListFilters(sort: .createdAt, limit: 200), include: [.metadata])))
    var all = [list]
    for id in list.ids {
      all.append(try await fixture.read(.versions(id: id, cursor: nil)))
      all.append(try await fixture.read(.edges(from: id, EdgeListRequest())))
    }
    return all
  }

  @Test(arguments: BulkMode.allCases)
  func `entries that were prepared end as those that were not`(mode: BulkMode) async throws {
    let (prepared, plain) = (try StoreFixture(), try StoreFixture())
    var states: [[JSONValue]] = []
    for fixture in [prepared, plain] {
      let target = try await fixture.note("target")
      try await fixture.write(bulk((0..<6).map { note($0, "before \($0)", tags: ["a"]) }))
      let named = fixture.ids(1)[0]
      let entries = [
        note(0, "before 0"), note(1, "after"), note(2, "after", tags: ["b", "a"]),
        note(10, "new", tags: ["c"], extensions: ["app.reader": ["place": 3]]),
        // The same items once more.
        note(10, "newer"), note(1, "last"),
        note(11, "edges", id: named, edges: ["about": [target]]),
        note(3, "before 3", edges: ["about": [named, target]]),
        note(4, "before 4", extensions: ["app.reader": ["place": 4]]),
        CreateItemInput(
          id: named, type: "core.note", properties: ["title": "by its id", "body": "edges"]),
      ]
      fixture.clock.advance(byMilliseconds: 1)
      let answer: StoreAnswer
      if fixture === prepared {
        answer = try await fixture.store.write(bulk(entries, mode: mode), fixture.context())
      } else {
        answer = try await Unprepared(fixture.store).write(
          bulk(entries, mode: mode), fixture.context())
      }
      states.append(try await [answer.json] + state(fixture))
    }

    #expect(states[0] == states[1])
    #expect(prepared.toldEvents.map(\.data) == plain.toldEvents.map(\.data))
    #expect(try await prepared.store.check() == [])
  }

  @Test func `a decision of a snapshot holds in the writer's turn, until the types change`()
    async throws
  {
    let fixture = try StoreFixture()
    try await fixture.write(bulk([note(0, "a")]))
    let body = BulkBody(entries: [note(0, "b"), note(1, "c"), note(0, "d")])
    let context = fixture.context()
    let preparation = try await fixture.store.snapshot(.export) {
      try BulkPreparation(body, context, in: $0)
    }
    let kinds: @Sendable () async throws -> [String] = {
      try await fixture.store.transact(.allowed) { rows in
        try body.entries.indices.map { index in
          switch try preparation.plan(index, in: rows)?.change {
          case nil: "nothing"
          case .insertion: "insertion"
          case .update(_, let update): update.draft == nil ? "undrafted" : "update"
          case .none?: "none"
          }
        }
      }
    }

    #expect(try await kinds() == ["update", "insertion", "nothing"])
    try await fixture.store.setSettings(SpaceSettings(refusesUnknownProperties: true))
    #expect(try await kinds() == ["nothing", "nothing", "nothing"])
  }

  @Test func `an entry that is refused whatever the others do costs the writer nothing`()
    async throws
  {
    let fixture = try StoreFixture()
    let store = StepStore(fixture.store)
    let bad = CreateItemInput(type: "core.note")

    let error = await #expect(throws: ValidationError.self) {
      try await store.write(bulk([note(0, "a"), note(1, "b"), bad]), fixture.context(key: "k"))
    }

    #expect(error?.code == "bulk_atomic_rollback")
    #expect(error?.details?["index"] == 2)
    #expect(error?.details?["code"] == "invalid_properties")
    #expect(store.transactions == 0)
  }

  @Test func `an entry that only an earlier one makes good is not refused`() async throws {
    let fixture = try StoreFixture()
    let more = CreateItemInput(type: "core.note", properties: ["title": "t"], sourceId: "s0")

    let answer = try await fixture.write(bulk([note(0, "a"), more]))

    #expect(answer["counts"]?["created"] == 1)
    #expect(answer["counts"]?["updated"] == 1)
  }

  @Test func `the first entry that is refused is the one that is named`() async throws {
    let fixture = try StoreFixture()
    let missing = fixture.ids(1)[0]
    let bad = CreateItemInput(type: "core.note")

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(bulk([note(0, "a", edges: ["about": [missing]]), bad]))
    }

    #expect(error?.details?["index"] == 0)
    #expect(try await fixture.store.statistics().items == 0)
  }

  @Test func `changes of others after the look are kept`() async throws {
    let fixture = try StoreFixture()
    let made = try await fixture.write(bulk([note(0, "a"), note(1, "b"), note(2, "c")]))
    let ids = (made["results"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    let store = StepStore(fixture.store) { number in
      guard number == 1 else { return }
      try await fixture.write(.patchItem(id: ids[0], PatchItemBody(properties: ["title": "t"])))
      try await fixture.write(.trashItem(id: ids[1]))
      _ = try await fixture.note("between", sourceId: "s9")
    }

    fixture.clock.advance(byMilliseconds: 1)
    let answer = try await store.write(
      bulk([note(0, "A"), note(1, "B"), note(2, "C"), note(9, "N")]), fixture.context()
    ).json

    #expect(answer["counts"] == ["created": 1, "updated": 3, "skipped": 0, "errored": 0])
    let item = try await fixture.read(.item(id: ids[0]))["item"]
    #expect(item?["properties"] == ["title": "t", "body": "A"])
    #expect(item?["version"] == 3)
    #expect(try await fixture.read(.item(id: ids[1]))["item"]?["properties"]?["body"] == "b")
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a type that changed after the look is the one that counts`() async throws {
    let fixture = try StoreFixture()
    let entry = CreateItemInput(
      type: "core.note", properties: ["body": "a", "mine": 1], sourceId: "s0")
    let store = StepStore(fixture.store) { number in
      guard number == 1 else { return }
      try await fixture.store.setSettings(SpaceSettings(refusesUnknownProperties: true))
    }

    let error = await #expect(throws: ValidationError.self) {
      try await store.write(bulk([entry]), fixture.context())
    }

    #expect(error?.code == "bulk_atomic_rollback")
    #expect(try await fixture.store.statistics().items == 0)
  }

  @Test func `a request that was answered is not looked at again`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(bulk([note(0, "a")]), key: "k")
    let again = try await fixture.store.write(bulk([note(0, "a")]), fixture.context(key: "k"))

    #expect(again.isReplay)
    #expect(try again.json["counts"]?["created"] == 1)
  }
}

/// A store whose snapshots know nothing, so that everything is decided by the writer.
private struct Unprepared: RecordStore {
  let base: any ServerStore
  var bulkTurns: BulkTurns { base.bulkTurns }
  var wordTurns: BulkTurns { base.wordTurns }

  init(_ base: any ServerStore) { self.base = base }

  func snapshot<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (any RecordRows) throws -> Value
  ) async throws -> Value {
    let clock = ManualWallClock(Timestamp(milliseconds: 0))
    return try await MemoryServerStore(clock: clock, ids: ItemIdGenerator(seed: 7, clock: clock))
      .snapshot(extent, work)
  }

  func transact<Value: Sendable>(
    _ repetition: WorkRepetition,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    try await base.transact(repetition, work)
  }

  func setWords(_ words: [WordsOfItem]) async throws -> Int64 { try await base.setWords(words) }

  func mergeWords(_ pages: Int) async throws -> Bool { try await base.mergeWords(pages) }
}
