import MarfaModel
import MarfaServer
import Testing

/// The process of a store died.
private struct Death: Error {}

/// Requests of many entries: how they are cut, and how they go on after a crash.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SlicedBulkTests {
  private func inputs(_ count: Int) -> [CreateItemInput] {
    (0..<count).map { number in
      CreateItemInput(
        type: "core.note", properties: ["body": .string("note \(number)")],
        sourceId: "s\(number)")
    }
  }

  private func bulk(_ count: Int, atomic: Bool = false) -> StoreMutation {
    .bulkItems(BulkBody(entries: inputs(count), atomic: atomic))
  }

  private func writes(_ fixture: StoreFixture) async throws -> Int {
    try await fixture.store.statistics().writes
  }

  @Test func `a bulk whose entries are for themselves is written in slices, keyed or not`()
    async throws
  {
    for key in [nil, "k"] as [String?] {
      let fixture = try StoreFixture()
      let before = try await writes(fixture)

      let answer = try await fixture.store.write(bulk(220), fixture.context(key: key))

      #expect(try await writes(fixture) - before >= 5)
      let json = try answer.json
      #expect(json["counts"]?["created"] == 220)
      let indexes: [Int64] = (json["results"]?.arrayValue ?? []).compactMap {
        $0["index"]?.integerValue
      }
      #expect(indexes == (0..<220).map(Int64.init))
    }
  }

  @Test func `a refused entry of a sliced bulk is reported at its place`() async throws {
    let fixture = try StoreFixture()
    var entries = inputs(120)
    entries[70].properties = [:]

    let answer = try await fixture.store.write(
      .bulkItems(BulkBody(entries: entries, atomic: false)), fixture.context(key: "k"))

    let json = try answer.json
    #expect(json["counts"]?["created"] == 119)
    #expect(json["counts"]?["errored"] == 1)
    #expect(json["results"]?[70]?["outcome"] == "errored")
    #expect(try await fixture.store.statistics().items == 119)
  }

  @Test func `a change written as a whole has a limit that the refusal names`() async throws {
    let fixture = try StoreFixture()

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.write(bulk(501, atomic: true), fixture.context())
    }

    #expect(error?.details?["limit"] == 500)
    #expect(try await fixture.store.statistics().items == 0)
    #expect(
      try await fixture.store.write(bulk(500, atomic: true), fixture.context()).status == 200)
  }

  /// Makes the slices of a request until one of them dies.
  private func kill(
    _ mutation: StoreMutation, after slices: Int, in fixture: StoreFixture,
    _ context: WriteContext
  ) async throws {
    let store = StepStore(fixture.store) { number in if number > slices { throw Death() } }
    await #expect(throws: Death.self) { try await store.write(mutation, context) }
  }

  @Test func `a keyed bulk that died goes on where it was, and answers once`() async throws {
    let fixture = try StoreFixture()
    try await kill(bulk(220), after: 2, in: fixture, fixture.context(key: "k"))
    let between = try await fixture.store.statistics()

    let answer = try await fixture.store.write(bulk(220), fixture.context(key: "k"))
    let again = try await fixture.store.write(bulk(220), fixture.context(key: "k"))

    #expect(between.items > 0 && between.items <= 100)
    let json = try answer.json
    // What the dead request made is reported as made, and not as found.
    #expect(json["counts"]?["created"] == 220)
    #expect(json["counts"]?["skipped"] == 0)
    #expect(json["results"]?.arrayValue?.count == 220)
    #expect(!answer.isReplay)
    #expect(again.isReplay)
    #expect(again.body == answer.body)
    #expect(try await fixture.store.statistics().items == 220)
    #expect(try await progress(fixture) == 0)
  }

  @Test func `a keyed bulk action that died goes on with the items that it had found`()
    async throws
  {
    let fixture = try StoreFixture()
    _ = try await fixture.store.write(bulk(130), fixture.context())
    // What was archived fits no longer.
    let action = StoreMutation.bulkAction(
      BulkAction(
        filters: ListFilters(state: .active), change: .transition(.archived)))
    try await kill(action, after: 1, in: fixture, fixture.context(key: "a"))

    let answer = try await fixture.store.write(action, fixture.context(key: "a"))
    let again = try await fixture.store.write(action, fixture.context(key: "a"))

    let json = try answer.json
    #expect(json["matched"] == 130)
    #expect(json["updated"] == 130)
    #expect(again.isReplay)
    #expect(again.body == answer.body)
    #expect(try await progress(fixture) == 0)
  }

  @Test func `a bulk that reports nothing tells devices to sweep once, when it is over`()
    async throws
  {
    let fixture = try StoreFixture()
    let action = StoreMutation.bulkAction(
      BulkAction(filters: ListFilters(), change: .updateTags(add: ["x"], remove: [])))

    for mutation in [bulk(220), action, action] {
      _ = try await fixture.store.write(mutation, fixture.context())
    }

    // The second action changes nothing.
    #expect(fixture.toldEvents.map(\.name) == [.resync, .resync])
  }

  @Test func `devices hear what a bulk did before its server died`() async throws {
    let fixture = try StoreFixture()
    try await kill(bulk(220), after: 2, in: fixture, fixture.context())
    #expect(fixture.toldEvents.isEmpty)

    for _ in 0..<2 { try await fixture.store.payResync() }

    #expect(fixture.toldEvents.map(\.name) == [.resync])
  }

  @Test func `the key of an unfinished request is taken for no other`() async throws {
    let fixture = try StoreFixture()
    try await kill(bulk(120), after: 1, in: fixture, fixture.context(key: "k"))

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.write(bulk(90), fixture.context(key: "k", fingerprint: "other"))
    }

    #expect(error?.code == "invalid_request")
  }

  @Test func `the same request many times at once is made once`() async throws {
    let fixture = try StoreFixture()
    let mutation = bulk(150)
    let context = fixture.context(key: "k")

    let answers = try await withThrowingTaskGroup(of: StoreAnswer.self) { group in
      for _ in 0..<6 { group.addTask { try await fixture.store.write(mutation, context) } }
      return try await group.reduce(into: [StoreAnswer]()) { $0.append($1) }
    }

    #expect(Set(answers.map(\.body)).count == 1)
    #expect(try answers[0].json["counts"]?["created"] == 150)
    #expect(try await fixture.store.statistics().items == 150)
    #expect(fixture.toldEvents.filter { $0.name == .itemCreated }.isEmpty)
  }

  private func progress(_ fixture: StoreFixture) async throws -> Int {
    try await fixture.store.snapshot(.lookup) { rows in
      try ["k", "a"].reduce(0) { try $0 + rows.progressCount($1, of: "credential") }
    }
  }
}

/// What slices have done is written and read outside the writer's turn where it may be long.
@Suite(.timeLimit(.minutes(20))) struct BulkProgressTests {
  @Test func `what an earlier process left of a request is read by no writer`() async throws {
    let parts = StatementWatch("SELECT fingerprint, part, body FROM progress")
    let fixture = try StoreFixture(hooks: parts.hooks)
    for number in 0..<130 { _ = try await fixture.note("\(number)") }
    let entries = (0..<130).map { number in
      CreateItemInput(
        type: "core.note", properties: ["body": "new"], sourceId: "s\(number)")
    }
    let requests: [(String, StoreMutation)] = [
      (
        "action",
        .bulkAction(
          BulkAction(filters: ListFilters(), change: .updateTags(add: ["x"], remove: [])))
      ),
      ("bulk", .bulkItems(BulkBody(entries: entries, atomic: false))),
    ]
    for (key, mutation) in requests {
      let dying = StepStore(fixture.store) { if $0 > 1 { throw Death() } }
      await #expect(throws: Death.self) {
        try await dying.write(mutation, fixture.context(key: key))
      }
      parts.reset()

      let answer = try await fixture.store.write(mutation, fixture.context(key: key))

      #expect(answer.status == 200)
      #expect(parts.readers == [true])
    }
    try await fixture.store.close()
  }
}
