import MarfaModel
import MarfaServer
import Testing

/// The texts of versions that go with a change are put together on a reader where they are long.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct LongHistoryTests {
  /// Where long texts begin, so that a test needs no megabytes.
  private static let most = 20_000

  private func context(_ fixture: StoreFixture, leaving isLeaving: Bool) -> WriteContext {
    var context = fixture.context()
    context.limits.thinnedBytes = isLeaving ? Self.most : .max
    return context
  }

  private func text(_ number: Int) -> String {
    let words = (0..<200).map { $0 == number % 200 ? "heron\(number)" : "w\(1_000 + $0)" }
    return words.joined(separator: " ")
  }

  /// Edits a note for some weeks, by day thirty times, and gives the versions that stay.
  private func edited(
    in fixture: StoreFixture, leaving isLeaving: Bool,
    _ write: (StoreMutation, WriteContext) async throws -> Void
  ) async throws -> JSONValue {
    let id = try await fixture.note("a", body: text(0))
    let context = self.context(fixture, leaving: isLeaving)
    for number in 1...150 {
      fixture.clock.advance(byMilliseconds: number % 30 == 0 ? 5 * 86_400_000 : 60_000)
      try await write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text(number))])), context)
    }
    return try await fixture.read(.versions(id: id, cursor: nil))["versions"] ?? .null
  }

  @Test func `a history that a reader thins is that which the writer thins`() async throws {
    let (plain, one, many) = (try StoreFixture(), try StoreFixture(), try StoreFixture())

    let expected = try await edited(in: plain, leaving: false) {
      _ = try await plain.store.write($0, $1)
    }
    let store = StepStore(one.store)
    let alone = try await edited(in: one, leaving: true) { _ = try await store.write($0, $1) }
    let steps = StepStore(many.store)
    let batched = try await edited(in: many, leaving: true) { mutation, context in
      let entry = BatchEntry(
        idempotency: IdempotencyKey(key: many.clock.now.iso8601, fingerprint: "f"),
        mutation: .success(mutation))
      let answers = try await steps.write([entry], context)
      #expect(answers.map(\.answer.status) == [200])
    }

    #expect((expected.arrayValue?.count ?? 0) > 20)
    #expect(alone == expected)
    #expect(batched == expected)
    // One transaction for each change, and two more where versions go.
    for count in [store.transactions, steps.transactions] { #expect(count > 150) }
    #expect(try await one.store.check() == [])
  }

  /// What is kept of each version, whatever its id.
  private func contents(_ versions: JSONValue) -> [[JSONValue?]] {
    (versions.arrayValue ?? []).map { [$0["version"], $0["properties"], $0["created_at"]] }
  }

  /// Changes of many items, in which the same note is changed.
  enum Request: String, CaseIterable {
    case action, apart, together, batched

    /// Writes a new text of a note.
    func write(
      _ text: JSONValue, of id: String, to store: StepStore, _ context: WriteContext
    ) async throws {
      let input = CreateItemInput(id: id, type: "core.note", properties: ["body": text])
      let bulk = StoreMutation.bulkItems(
        BulkBody(entries: [input], atomic: self != .apart, emitEvents: true))
      switch self {
      case .action:
        let change = BulkAction.Change.updateProperties(["body": text])
        let action = BulkAction(filters: ListFilters(), change: change)
        #expect(try await store.write(.bulkAction(action), context).json["updated"] == 1)
      case .apart, .together:
        #expect(try await store.write(bulk, context).json["counts"]?["updated"] == 1)
      case .batched:
        let key = IdempotencyKey(key: "k\(store.transactions)", fingerprint: "f")
        let answers = try await store.write(
          [BatchEntry(idempotency: key, mutation: .success(bulk))], context)
        #expect(try answers.first?.answer.json["counts"]?["updated"] == 1)
      }
    }
  }

  @Test(arguments: Request.allCases)
  func `a request of many items leaves its long histories to a reader`(
    request: Request
  ) async throws {
    let (plain, fixture) = (try StoreFixture(), try StoreFixture())
    let expected = try await edited(in: plain, leaving: false) {
      _ = try await plain.store.write($0, $1)
    }
    let store = StepStore(fixture.store)

    let found = try await edited(in: fixture, leaving: true) { mutation, context in
      guard case .patchItem(let id, let body) = mutation else { return }
      try await request.write(body.properties?["body"] ?? .null, of: id, to: store, context)
    }

    #expect(contents(found) == contents(expected))
    // One transaction for each change, and more where versions go.
    #expect(store.transactions > 150)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `entries before one with a long history are written once`() async throws {
    for isAtomic in [true, false] {
      let fixture = try StoreFixture()
      _ = try await edited(in: fixture, leaving: false) {
        _ = try await fixture.store.write($0, $1)
      }
      let id = try #require(try await fixture.read(.items(ItemListRequest())).ids.first)
      fixture.clock.advance(byMilliseconds: 30 * 86_400_000)
      let entries = [
        CreateItemInput(type: "core.note", properties: ["body": "new"]),
        CreateItemInput(id: id, type: "core.note", properties: ["body": "changed"]),
        CreateItemInput(type: "core.note", properties: ["body": "newer"]),
      ]
      let bulk = StoreMutation.bulkItems(BulkBody(entries: entries, atomic: isAtomic))
      let entry = BatchEntry(
        idempotency: IdempotencyKey(key: "k", fingerprint: "f"), mutation: .success(bulk))
      let context = context(fixture, leaving: true)
      let store = StepStore(fixture.store)

      let answer =
        isAtomic
        ? try await store.write([entry], context)[0].answer.json
        : try await store.write(bulk, context).json

      let outcomes = answer["results"]?.arrayValue?.map { $0["outcome"] }
      #expect(outcomes == ["created", "updated", "created"])
      #expect(store.transactions == (isAtomic ? 2 : 4))
      #expect(try await fixture.store.statistics().items == 3)
    }
  }

  @Test func `what others write meanwhile is kept, and thinned on a reader again`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: text(0))
    for number in 1...60 {
      fixture.clock.advance(byMilliseconds: number == 30 ? 3 * 86_400_000 : 60_000)
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text(number))])))
    }
    fixture.clock.advance(byMilliseconds: 9 * 86_400_000)
    let base = fixture.store
    let other = fixture.context()
    let late = StepStore(base) { number in
      // Between the look and the turn.
      guard number == 2 else { return }
      _ = try await base.write(
        .patchItem(id: id, PatchItemBody(properties: ["title": "theirs"], snapshot: false)), other)
    }

    let answer = try await late.write(
      .patchItem(id: id, PatchItemBody(properties: ["body": "mine"])),
      context(fixture, leaving: true)
    ).json

    #expect(late.transactions == 5)
    #expect(answer["item"]?["properties"] == ["title": "theirs", "body": "mine"])
    let versions = try await fixture.read(.versions(id: id, cursor: nil))["versions"]?.arrayValue
    for version in versions ?? [] {
      let number = try #require(version["version"]?.integerValue)
      if number <= 61 {
        #expect(version["properties"]?["body"] == .string(text(Int(number) - 1)))
      }
    }
    #expect(try await base.check() == [])
  }
}
