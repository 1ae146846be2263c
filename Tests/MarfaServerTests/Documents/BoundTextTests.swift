import Documents
import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// A document and the property of an item that it is bound to, on both stores (documents.md, 0.12).
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BoundTextTests {
  static let note = "first line\nsecond line\nthird line\n"

  /// A note with a document, and a client that is in it.
  func bound(
    _ body: String = BoundTextTests.note
  ) async throws -> (bench: DocumentBench, item: String, client: BenchClient) {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: body)
    var client = try await bench.client()
    try await bench.attach(&client, to: item)
    return (bench, item, client)
  }

  func item(_ bench: DocumentBench, _ id: String) async throws -> JSONValue {
    try #require(try await bench.fixture.read(.item(id: id))["item"])
  }

  func body(_ bench: DocumentBench, _ id: String) async throws -> String? {
    try await item(bench, id)["properties"]?["body"]?.stringValue
  }

  /// Brings properties up to date whose time has come; gives how many.
  func flush(_ bench: DocumentBench, after milliseconds: Int64) async throws -> Int {
    bench.fixture.clock.advance(byMilliseconds: milliseconds)
    let limits = bench.limits
    return try await bench.store.transact(.slice) { rows in
      let flush = DocumentFlush(rows: rows)
      let due = try rows.documentsWithEdits().filter { $0.isDue(at: rows.now, limits) }
      return try due.count { try flush.run($0.number) }
    }
  }

  func patch(
    _ bench: DocumentBench, _ id: String, _ text: String, version: Int? = nil,
    _ more: [String: JSONValue] = [:]
  ) async throws {
    let properties = more.merging(["body": .string(text)]) { $1 }
    try await bench.fixture.write(
      .patchItem(id: id, PatchItemBody(properties: properties, version: version)))
  }

  // MARK: - Binding

  @Test func `a document is created from the item's text when it is first attached`() async throws {
    let (bench, item, c1) = try await bound()
    var c2 = try await bench.client()

    try await bench.attach(&c2, to: item)

    #expect(c1.text == Self.note)
    #expect(c2.text == Self.note)
    let row = try await bench.row()
    #expect(row?.itemId == item && row?.field == "body" && row?.sequence == 1)
    #expect(try await self.item(bench, item)["version"]?.integerValue == 1)
  }

  @Test func `a property has one document, and only a text can have one`() async throws {
    let (bench, item, _) = try await bound()
    var other = try await bench.client("other.key")
    let request = other.request()
    other = try await bench.client("another.key")
    let wrong = other.request()

    let second = try await bench.refusal {
      _ = try await bench.perform {
        try $0.attach(request, to: DocumentBinding(itemId: item, field: "body"))
      }
    }
    let dotted = try await bench.refusal {
      _ = try await bench.perform {
        try $0.attach(wrong, to: DocumentBinding(itemId: item, field: "a.b"))
      }
    }

    #expect(second == "document_bound")
    #expect(dotted == "validation_error")
    #expect(try await bench.row("another.key") == nil)
  }

  @Test func `the text of a bound document stays a text`() async throws {
    let (bench, _, first) = try await bound()
    var c1 = first
    try c1.replica.update { root, _ in root.body = 5 }
    let request = c1.request()

    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(code == "validation_error")
    #expect(try await bench.row()?.sequence == 1)
  }

  // MARK: - The property follows

  @Test func `the property follows when typing rests for two seconds`() async throws {
    let (bench, item, first) = try await bound()
    var c1 = first
    try c1.append("more")
    try await bench.sync(&c1)

    #expect(try await body(bench, item) == Self.note)
    #expect(try await flush(bench, after: 1_990) == 0)
    #expect(try await flush(bench, after: 10) == 1)
    #expect(try await body(bench, item) == Self.note + "more")
    #expect(try await flush(bench, after: 60_000) == 0)
  }

  @Test func `the property follows every ten seconds while people type`() async throws {
    let (bench, item, first) = try await bound("")
    var c1 = first
    var flushed = 0
    for _ in 0..<45 {
      try c1.append("x")
      try await bench.sync(&c1)
      flushed += try await flush(bench, after: 499)
    }

    // 22.5 seconds, a key each half second.
    #expect(flushed == 2)
    #expect(try await self.item(bench, item)["version"]?.integerValue == 3)
    let text = try await body(bench, item) ?? ""
    #expect(text.count >= 20)
  }

  @Test func `following raises version and updated_at, is one event and no row of history`()
    async throws
  {
    let (bench, item, first) = try await bound()
    var c1 = first
    let before = try await self.item(bench, item)
    let told = bench.fixture.toldEvents.count
    for text in ["a", "b", "c"] {
      try c1.append(text)
      try await bench.sync(&c1)
    }

    _ = try await flush(bench, after: 2_000)

    let after = try await self.item(bench, item)
    #expect(after["version"]?.integerValue == 2)
    #expect(after["updated_at"] != before["updated_at"])
    let events = bench.fixture.toldEvents.dropFirst(told)
    #expect(events.map(\.name) == [.itemUpdated])
    #expect(events.first?.data.contains("third line\\nabc") == true)
    let versions = try await bench.fixture.read(.versions(id: item))["versions"]?.arrayValue
    #expect(versions?.isEmpty == true)
    let found = try await bench.fixture.read(.search(SearchRequest(text: "abc")))
    #expect(found["results"]?.arrayValue?.count == 1)
  }

  @Test func `an export has the note once, with the text that its property has`() async throws {
    let (bench, item, first) = try await bound()
    var c1 = first
    try c1.append("more")
    try await bench.sync(&c1)
    _ = try await flush(bench, after: 2_000)
    let exported = SignalQueue<ArchivedItem>()

    let count = Mutex(0)
    try await bench.store.export { record in
      guard case .item(let item) = record else { return }
      count.withLock { $0 += 1 }
      exported.put(item)
    }

    #expect(count.withLock { $0 } == 1)
    let note = try await exported.take()
    #expect(note.item.id == item)
    #expect(note.item.properties["body"] == .string(Self.note + "more"))
    #expect(note.versions.isEmpty)
  }
}
