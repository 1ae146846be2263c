import Documents
import MarfaModel
import MarfaServer
import Testing

/// A change of a text that is bound to a long document is worked out on a reader.
@Suite(.timeLimit(.minutes(20))) struct LongBoundTextTests {
  /// Who reads a document from its snapshot.
  private let whole = StatementWatch("SELECT sequence, bytes FROM document_snapshot")

  /// A note whose document is stored as a whole, and in which " three four" was typed since.
  private func bound() async throws -> (bench: DocumentBench, item: String, ana: BenchClient) {
    var bench = DocumentBench(try StoreFixture(hooks: whole.hooks))
    bench.limits.snapshotInterval = 2
    let item = try await bench.fixture.note("title", body: "one two", sourceId: "s")
    var ana = try await bench.client()
    try await bench.attach(&ana, to: item)
    for text in [" three", " four"] {
      try ana.append(text)
      try await bench.sync(&ana)
    }
    whole.reset()
    return (bench, item, ana)
  }

  /// The context of a write for which every document is long.
  private func context(_ bench: DocumentBench) -> WriteContext {
    var context = bench.fixture.context()
    context.limits.wholeDocumentBytes = 1
    return context
  }

  private func body(_ bench: DocumentBench, _ item: String) async throws -> JSONValue? {
    try await bench.fixture.read(.item(id: item))["item"]?["properties"]?["body"]
  }

  /// Requests that change the text of a note.
  enum Request: String, CaseIterable {
    case patch, upsert, action, apart, together, batched, bulkInBatch

    func write(
      _ text: JSONValue, of id: String, to store: StepStore, _ context: WriteContext
    ) async throws {
      let patch = StoreMutation.patchItem(id: id, PatchItemBody(properties: ["body": text]))
      let input = CreateItemInput(
        type: "core.note", properties: ["title": "title", "body": text], sourceId: "s")
      let bulk = StoreMutation.bulkItems(
        BulkBody(entries: [input], atomic: self != .apart, emitEvents: true))
      switch self {
      case .patch: _ = try await store.write(patch, context)
      case .upsert: _ = try await store.write(.createItem(input), context)
      case .action:
        let change = BulkAction.Change.updateProperties(["body": text])
        _ = try await store.write(
          .bulkAction(
            BulkAction(
              filters: ListFilters(type: "core.note"), change: change, emitEvents: true)), context)
      case .apart, .together: _ = try await store.write(bulk, context)
      case .batched, .bulkInBatch:
        let other = StoreMutation.createItem(
          CreateItemInput(type: "core.note", properties: ["body": "other"]))
        let entries = [other, self == .batched ? patch : bulk, other].enumerated().map {
          BatchEntry(
            idempotency: IdempotencyKey(key: "\($0)", fingerprint: "f"), mutation: .success($1))
        }
        let answers = try await store.write(entries, context)
        #expect(answers.allSatisfy { $0.answer.status < 300 })
      }
    }
  }

  @Test(arguments: Request.allCases)
  func `a long document is edited as a short one, and read on a reader`(
    request: Request
  ) async throws {
    let (bench, item, first) = try await bound()
    var ana = first
    let before = bench.fixture.toldEvents.count

    try await request.write(
      "ONE two", of: item, to: StepStore(bench.store), context(bench))

    #expect(whole.readers == [true])
    #expect(try await body(bench, item) == "ONE two three four")
    #expect(try await bench.sequence() == 4)
    let events = bench.fixture.toldEvents.dropFirst(before)
    #expect(events.count { $0.name == .itemUpdated } == 1)
    try await bench.sync(&ana)
    #expect(ana.text == "ONE two three four")
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test(arguments: Request.allCases, 1...4)
  func `what others type meanwhile is kept`(request: Request, moment: Int) async throws {
    let (bench, item, first) = try await bound()
    var ana = first
    try ana.append("!")
    let typing = ana
    let store = StepStore(bench.store) { number in
      guard number == moment else { return }
      var other = typing
      try await bench.sync(&other)
    }

    try await request.write("ONE two", of: item, to: store, context(bench))
    try await bench.sync(&ana)

    #expect(ana.text == "ONE two three four!")
    #expect(try await bench.json() == ana.replica.toJSON())
    #expect(try await bench.sequence() == 5)
  }

  @Test func `where people type without a pause the writer edits the document in the end`()
    async throws
  {
    let (bench, item, first) = try await bound()
    var ana = first
    let typing = try (0..<5).map { number in
      try ana.append("\(number)")
      return ana
    }
    let store = StepStore(bench.store) { number in
      var other = typing[number - 1]
      try await bench.sync(&other)
    }

    try await Request.patch.write("ONE two", of: item, to: store, context(bench))

    #expect(store.transactions == 5)
    #expect(whole.readers == [true, true, true, true, false])
    #expect(try await body(bench, item) == "ONE two three four01234")
  }

  @Test func `two long documents of an item are edited together, each once`() async throws {
    let (bench, item, first) = try await bound()
    try await bench.fixture.write(
      .patchItem(id: item, PatchItemBody(properties: ["memo": "m"])))
    var (ana, bob) = (first, try await bench.client("second"))
    try await bench.attach(&bob, to: item, field: "memo")
    let store = StepStore(bench.store)

    _ = try await store.write(
      .patchItem(id: item, PatchItemBody(properties: ["body": "ONE two", "memo": "n"])),
      context(bench))

    #expect(store.transactions == 3)
    try await bench.sync(&ana)
    try await bench.sync(&bob)
    #expect(ana.text == "ONE two three four")
    #expect(bob.replica.readingRoot.jsonText("memo")?.string == "n")
    #expect(try await bench.sequence("second") == 2)
  }

  @Test func `entries of one request about one document follow each other`() async throws {
    for isBatch in [false, true] {
      let (bench, item, first) = try await bound()
      var ana = first
      let inputs = ["ONE two", "ONE 2"].map {
        CreateItemInput(
          type: "core.note", properties: ["title": "title", "body": .string($0)], sourceId: "s")
      }
      let bulk = StoreMutation.bulkItems(BulkBody(entries: inputs, atomic: true))
      let key = IdempotencyKey(key: "k", fingerprint: "f")

      if isBatch {
        _ = try await bench.store.write(
          [BatchEntry(idempotency: key, mutation: .success(bulk))], context(bench))
      } else {
        _ = try await bench.store.write(bulk, context(bench))
      }

      // The second is about a text that nobody had before the writer's turn.
      let last = try await body(bench, item)?.stringValue
      try await bench.sync(&ana)
      #expect(ana.text == last)
      #expect(last?.hasPrefix("ONE 2") == true)
    }
  }

  @Test func `the text of an old version is put together on a reader`() async throws {
    let texts = StatementWatch("SELECT version, text, is_difference")
    let bench = DocumentBench(try StoreFixture(hooks: texts.hooks))
    let item = try await bench.fixture.note("title", body: "text 1")
    var ana = try await bench.client()
    try await bench.attach(&ana, to: item)
    for number in 2...4 {
      let properties: [String: JSONValue] = ["body": .string("text \(number)")]
      try await bench.fixture.write(.patchItem(id: item, PatchItemBody(properties: properties)))
    }
    texts.reset()
    var context = context(bench)
    context.limits.ancestorBytes = 0

    _ = try await bench.store.write(
      .patchItem(id: item, PatchItemBody(properties: ["body": "text 1, more"], version: 1)),
      context)

    #expect(texts.readers == [true])
    #expect(try await body(bench, item) == "text 4, more")
    try await bench.sync(&ana)
    #expect(ana.text == "text 4, more")
  }
}
