import Documents
import Foundation
import Logging
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentServiceTests {
  @Test func `a commit made while a stream is opened is heard`() async throws {
    let fixture = try StoreFixture()
    let hub = DocumentHub(streams: 9, share: 9)
    let service = DocumentService(store: fixture.store, limits: DocumentLimits(), hub: hub)
    let caller = Credential(
      APIKey(
        id: "key", label: "key", source: "Key", role: .admin,
        createdAt: fixture.clock.now.iso8601))
    let ids = (
      ana: try await service.activate("ana", as: caller),
      bob: try await service.activate("bob", as: caller)
    )
    var ana = BenchClient(id: ids.ana, replica: try BenchClient.replica("document", ids.ana))
    let bob = BenchClient(id: ids.bob, replica: try BenchClient.replica("document", ids.bob))
    try ana.begin("text")
    _ = try ana.replica.apply(
      try await service.exchange(PackRequest(.attach, ana.request()), as: caller))
    _ = try await service.exchange(PackRequest(.attach, bob.request()), as: caller)
    let documents = try await service.watched(["document"], by: bob.id, as: caller)
    let watcher = DocumentWatcher(client: bob.id, owner: "key", documents: documents, cut: {})
    try ana.append("!")
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)

    #expect(hub.open(watcher))
    try await service.catchUp(watcher)

    #expect(
      watcher.drain().map(\.event) == [
        .initialized(sequence: 1, clients: [:]), .changed(sequence: 2, client: nil),
      ])
    try ana.append("?")
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)
    try Self.expect(watcher.drain().map(\.event), toTellUpTo: 3)
    try ana.append(String(repeating: "long", count: 1_000))
    _ = try await service.exchange(PackRequest(.sync, ana.request()), as: caller)
    #expect(watcher.drain().map(\.event) == [.changed(sequence: 4, client: ana.id)])
  }

  /// A change of few bytes comes with the event.
  private static func expect(
    _ events: [DocumentEvent], toTellUpTo sequence: Int64
  ) throws {
    guard case .changed(sequence, _, let told?)? = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    let pack = try ChangePack(decoding: Array(#require(Data(base64Encoded: told))))
    #expect(pack.checkpoint == Checkpoint(serverSequence: sequence, clientSequence: 0))
    #expect(pack.changes.map(\.id.serverSequence) == [sequence])
  }
}

/// What takes as long as a long document is done before the writer's turn.
@Suite(.timeLimit(.minutes(20))) struct LongDocumentTests {
  private let caller = Credential(
    APIKey(id: "key", label: "key", source: "Key", role: .admin, createdAt: "2026-01-01T00:00:00Z"))

  /// A service for which every document is long.
  private func service(
    _ store: any ServerStore, _ change: (inout DocumentLimits) -> Void = { _ in }
  ) -> DocumentService {
    var limits = DocumentLimits()
    limits.wholeBytes = 10
    limits.compactionChanges = 1
    change(&limits)
    return DocumentService(store: store, limits: limits, hub: hub(isWatched: true))
  }

  /// The watch streams of the first document: with a watcher its item follows when typing rests.
  private func hub(isWatched: Bool) -> DocumentHub {
    let hub = DocumentHub(streams: 9, share: 9)
    let document = DocumentWatcher.Document(number: 1, key: "document", sequence: 0)
    let watcher = DocumentWatcher(client: "tv", owner: "key", documents: [document], cut: {})
    if isWatched { _ = hub.open(watcher) }
    return hub
  }

  @Test(arguments: [false, true])
  func `an item follows its document at once where nobody watches`(isWatched: Bool) async throws {
    let fixture = try StoreFixture()
    let service = DocumentService(
      store: fixture.store, limits: DocumentLimits(), hub: hub(isWatched: isWatched))
    let item = try await fixture.note("title", body: "text")
    var ana = try await client(service, item)

    try await type("!", &ana, service)

    #expect(try await body(fixture, item) == (isWatched ? "text" : "text!"))
  }

  /// A client that is in the document of an item.
  private func client(_ service: DocumentService, _ item: String) async throws -> BenchClient {
    let id = try await service.activate("laptop", as: caller)
    var client = BenchClient(id: id, replica: try BenchClient.replica("document", id))
    let binding = DocumentBinding(itemId: item, field: "body")
    try await exchange(&client, service, PackRequest(.attach, client.request(), to: binding))
    return client
  }

  private func exchange(
    _ client: inout BenchClient, _ service: DocumentService, _ request: PackRequest
  ) async throws {
    _ = try client.replica.apply(try await service.exchange(request, as: caller))
  }

  private func type(
    _ text: String, _ client: inout BenchClient, _ service: DocumentService
  ) async throws {
    for letter in text {
      try client.append(String(letter))
      try await exchange(&client, service, PackRequest(.sync, client.request()))
    }
  }

  private func row(_ fixture: StoreFixture) async throws -> DocumentRow {
    try #require(try await fixture.store.snapshot(.scan) { try $0.document(key: "document") })
  }

  private func content(_ fixture: StoreFixture) async throws -> (json: String, garbage: Int) {
    let row = try await row(fixture)
    return try await fixture.store.snapshot(.scan) { rows in
      let content = try DocumentContent(row, in: rows)
      return (content.json, content.replica.garbageCount)
    }
  }

  private func body(_ fixture: StoreFixture, _ item: String) async throws -> String? {
    try await fixture.read(.item(id: item))["item"]?["properties"]?["body"]?.stringValue
  }

  @Test func `a long document is read, stored and written back on a reader`() async throws {
    let whole = StatementWatch("SELECT sequence, bytes FROM document_snapshot")
    let fixture = try StoreFixture(hooks: whole.hooks)
    let first = service(fixture.store) { $0.snapshotInterval = 3 }
    let item = try await fixture.note("title", body: "text")
    var ana = try await client(first, item)
    whole.reset()

    try await type("abcde", &ana, first)
    // Another process has nothing in memory.
    let second = service(fixture.store) { $0.snapshotInterval = 3 }
    try await type("fgh", &ana, second)
    try ana.edit(0, 4)
    fixture.clock.advance(byMilliseconds: 10_000)
    let isLeft = try await second.flush(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await exchange(&ana, second, PackRequest(.detach, ana.request()))

    #expect(!isLeft)
    #expect(try await body(fixture, item) == "textabcdefgh")
    let row = try await row(fixture)
    #expect(row.trimmedTo == row.sequence && row.sequence == 10)
    let content = try await content(fixture)
    #expect(content.garbage == 0 && content.json == ana.replica.toJSON())
    #expect(whole.readers.count > 3 && whole.readers.allSatisfy(\.self))
  }

  @Test func `a long document that is removed gives its item the text on a reader`() async throws {
    let whole = StatementWatch("SELECT sequence, bytes FROM document_snapshot")
    let fixture = try StoreFixture(hooks: whole.hooks)
    let service = service(fixture.store)
    let item = try await fixture.note("title", body: "text")
    var ana = try await client(service, item)
    try await type("!", &ana, service)
    whole.reset()

    try await service.remove("document", as: caller)

    #expect(try await body(fixture, item) == "text!")
    #expect(whole.readers == [true])
  }

  @Test(arguments: 1...5)
  func `what others type while a long document is stored is kept`(moment: Int) async throws {
    let fixture = try StoreFixture()
    let plain = service(fixture.store) { $0.wholeBytes = .max }
    let item = try await fixture.note("title", body: "")
    var (ana, bob) = (try await client(plain, item), try await client(plain, item))
    try await type("ab", &ana, plain)
    try bob.append("?")
    let theirs = bob.request()
    let store = StepStore(fixture.store) { [caller] number in
      guard number == moment else { return }
      _ = try await plain.exchange(PackRequest(.sync, theirs), as: caller)
    }
    var limits = plain.limits
    (limits.wholeBytes, limits.snapshotInterval) = (10, 3)
    let late = DocumentService(
      store: store, limits: limits, hub: DocumentHub(streams: 9, share: 9))

    try await type("cd", &ana, late)
    try await exchange(&bob, plain, PackRequest(.sync, theirs))
    try await exchange(&bob, plain, PackRequest(.sync, bob.request()))
    try await exchange(&ana, late, PackRequest(.sync, ana.request()))

    #expect(store.transactions > moment)
    #expect(ana.text == bob.text && ana.text?.count == 5)
    #expect(try await content(fixture).json == ana.replica.toJSON())
    let stored = try await fixture.store.snapshot(.scan) { rows in
      try rows.documentSnapshotSequence(of: 1)
    }
    #expect(stored > 0)
  }

  @Test func `a text that was read before is written, and what was typed since waits`()
    async throws
  {
    let fixture = try StoreFixture()
    let service = service(fixture.store)
    let item = try await fixture.note("title", body: "text")
    var ana = try await client(service, item)
    func waiting() async throws -> WaitingText {
      let row = try await row(fixture)
      return try #require(
        try await fixture.store.snapshot(.scan) { try WaitingText(of: row.number, in: $0) })
    }
    func write(_ text: WaitingText) async throws -> Bool {
      try await fixture.store.transact(.slice) { try DocumentFlush(rows: $0).write(text) }
    }

    try await type("a", &ana, service)
    let first = try await waiting()
    try await type("b", &ana, service)

    #expect(try await write(first))
    #expect(try await body(fixture, item) == "texta")
    let second = try await waiting()
    try await fixture.write(
      .patchItem(id: item, PatchItemBody(properties: ["body": "patched texta"])))
    try await type("c", &ana, service)
    #expect(try await !write(second))
    #expect(try await body(fixture, item) == "patched textab")
    #expect(try await row(fixture).typedSince != nil)
    #expect(try await write(waiting()))
    #expect(try await row(fixture).typedSince == nil)
    #expect(try await body(fixture, item) == ana.text)
  }
}
