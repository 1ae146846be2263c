import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Operations
import Synchronization
import TerminalLayers
import TerminalUI
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ServerViewsTests {
  /// What a question is answered with, until another answer is put in.
  private final class Replies<Answer: Sendable>: Sendable {
    private let reply: Mutex<Result<Answer, any Error>>

    init(_ answer: Answer) { reply = Mutex(.success(answer)) }

    func fail(_ message: String) {
      reply.withLock { $0 = .failure(APIError(code: "forbidden", message: message, status: 403)) }
    }

    func answer(_ answer: Answer) { reply.withLock { $0 = .success(answer) } }

    /// A question that is asked only when the test asks it.
    @MainActor func question() -> SharedOperation<QueryState<Answer, any Error>> {
      let query = QueryOperation<Answer, any Error>(["test"]) { [self] _ in
        try reply.withLock { try $0.get() }
      }
      return SharedOperation(
        store: .detached(query: query.disableAutomaticRunning()))
    }
  }

  private static func queries(_ transport: MockTransport) -> ServerQueries {
    ServerQueries(
      MarfaClient(
        transport: transport,
        configuration: ClientConfiguration(retry: RetryPolicy(maximumAttempts: 1))),
      connection: 1)
  }

  @Test func `a server that does not answer is asked again by its client alone`() {
    // What the application has outside tests: three retries with waits.
    let operations = OperationClient(storeCreator: OperationClient.DefaultStoreCreator())
    let queries = Self.queries(MockTransport())

    let versions = operations.store(for: queries.versions(of: "none").disableAutomaticRunning())
    let hits = operations.store(for: queries.search("none").disableAutomaticRunning())

    #expect(versions.context.operationMaxRetries == 0)
    #expect(hits.context.operationMaxRetries == 0)
  }

  @Test func `each question goes to its address`() async throws {
    let transport = MockTransport()
    transport.enqueue(json: ["keys": []])
    transport.enqueue(json: ["webhooks": []])
    transport.enqueue(json: [])
    transport.enqueue(json: ["versions": []])
    let queries = Self.queries(transport)
    let operations = OperationClient(storeCreator: .testing)

    let keys = try await operations.store(for: queries.keys).fetch()
    let webhooks = try await operations.store(for: queries.webhooks).fetch()
    let types = try await operations.store(for: queries.types).fetch()
    let versions = try await operations.store(for: queries.versions(of: "a")).fetch()

    #expect(keys.isEmpty && webhooks.isEmpty && types.isEmpty && versions.isEmpty)
    #expect(
      transport.requests.map(\.path) == ["/keys", "/webhooks", "/types", "/items/a/versions"])
  }

  /// A page of items, as a server sends it.
  private static func page(_ ids: [String], next: String? = nil) throws -> JSONValue {
    let items = try ids.map { id in
      let time = "2026-01-01T00:00:00.000Z"
      let item = Item(
        id: id, type: "core.note", properties: ["title": "Rings"], timestamp: time,
        createdAt: time, updatedAt: time)
      return try JSONParser.parse(item.jsonBytes())
    }
    return [
      "data": .array(items), "has_more": .bool(next != nil),
      "cursor": next.map(JSONValue.string) ?? .null,
    ]
  }

  private static func id(_ end: String) -> String { "01a21f94-0000-7000-8000-0000" + end }

  @Test func `the short id of a list finds an item on the server, in the trash, too`() async throws
  {
    let transport = MockTransport()
    transport.enqueue(json: try Self.page([Self.id("1a2b3c4e"), Self.id("1a2b3c4f")], next: "p"))
    transport.enqueue(json: try Self.page([]))
    transport.enqueue(json: try Self.page([Self.id("1a2b3c4d")]))
    let operations = OperationClient(storeCreator: .testing)

    let item = try await operations.store(for: Self.queries(transport).item("1a2b3c4d")).fetch()

    #expect(item.id == Self.id("1a2b3c4d"))
    let asked = transport.requests.map { request in
      ["filter", "state", "cursor"].map { name in
        request.query.first { $0.name == name }?.value ?? "-"
      }
    }
    let filter = "id contains \"1a2b3c4d\""
    #expect(asked == [[filter, "-", "-"], [filter, "-", "p"], [filter, "trashed", "-"]])
  }

  @Test(arguments: [
    ([], "The server has no item whose id ends with 1a2b3c4d."),
    ([1, 2], "The ids of 2 items end with 1a2b3c4d; a whole one is needed."),
  ])
  func `a short id of no item, or of several, is reported so`(
    numbers: [Int], words: String
  ) async throws {
    let transport = MockTransport()
    let ids = numbers.map { "01a21f94-0000-7000-8000-000\($0)1a2b3c4d" }
    transport.enqueue(json: try Self.page(ids))
    transport.enqueue(json: try Self.page([]))
    let operations = OperationClient(storeCreator: .testing)

    let store = operations.store(for: Self.queries(transport).item("1a2b3c4d"))
    _ = try? await store.fetch()

    let error = try #require(store.state.error as? any MarfaError)
    #expect(error.message == words)
  }

  @Test func `a search on the server goes on where its last page ended`() async throws {
    func page(_ range: Range<Int>) throws -> JSONValue {
      let results = try range.map { number -> JSONValue in
        let item = Item(
          id: "id-\(number)", type: "core.note", properties: ["title": .string("Note \(number)")],
          timestamp: "2026-01-01T00:00:00.000Z", createdAt: "2026-01-01T00:00:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z")
        return [
          "item": try JSONParser.parse(item.jsonBytes()), "relevance_score": 1,
          "metadata": ["item_id": .string(item.id), "tags": [], "extensions": [:]],
        ]
      }
      return ["results": .array(results)]
    }
    let count = ServerSearch.pageCount
    let transport = MockTransport()
    transport.enqueue(json: try page(0..<count))
    transport.enqueue(json: try page(count..<count + 1))
    let store = OperationClient(storeCreator: .testing)
      .store(for: Self.queries(transport).search("note"))

    try await store.fetchNextPage()
    #expect(store.hasNextPage)
    try await store.fetchNextPage()

    #expect(!store.hasNextPage)
    #expect(store.state.currentValue.flatMap(\.value.hits).count == count + 1)
    let offsets = transport.requests.map { $0.query.first { $0.name == "offset" }?.value }
    #expect(offsets == ["0", String(count)])
  }

  @Test func `a list says that it is asked for, out of date, or not to be had`() async throws {
    let fixture = try await ApplicationFixture()
    let replies = Replies(["Phone", "Laptop"])
    let answer = replies.question()
    var chosen: [String] = []
    let rows = ServerRows(
      answer, context: fixture.application.context, emptyText: "None.",
      row: { PickerRow(id: $0, title: $0) }, chosen: { chosen.append($0.id) })
    #expect(rows.rows.isEmpty)
    #expect(rows.emptyText == "Asking the server …")

    _ = try await answer.fetch()
    #expect(rows.rows.map(\.title) == ["Phone", "Laptop"])
    #expect(rows.remark.isEmpty)
    replies.fail("Not yours.")
    _ = try? await answer.fetch()

    #expect(rows.rows.count == 2)
    #expect(rows.remark.contains("Not yours."))
    replies.answer([])
    _ = try await answer.fetch()
    #expect(rows.emptyText == "None.")
    replies.fail("Not yours.")
    _ = try? await answer.fetch()
    #expect(rows.emptyText.hasPrefix("None. (as of "))
    #expect(rows.emptyText.hasSuffix("; asking again failed: Not yours.)"))
    replies.answer(["Phone"])
    _ = try await answer.fetch()
    rows.update(text: "zz")
    #expect(rows.emptyText == "Nothing matches.")
    rows.update(text: "pho")
    _ = rows.choose(rows.rows[0], text: "pho")
    #expect(chosen == ["Phone"])
  }

  @Test func `an item of the server is compared with what is here`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, notes: ["# Rings\n\none"])
    let id = try #require(try await fixture.id(titled: "Rings"))
    var item = try await fixture.client.items.get(id: id)
    item.version = 7
    item.device = "phone"
    let replies = Replies(item)
    let answer = replies.question()
    fixture.application.compositor.push(
      ServerItemView(id, answer, context: fixture.application.context))
    _ = try await answer.fetch()
    await fixture.settle()

    #expect(fixture.screen.contains("core.note · version 7"))
    #expect(fixture.screen.contains("phone"))
    #expect(fixture.screen.contains("This machine has the same."))
    item.properties["body"] = "# Rings\n\ntwo"
    replies.answer(item)
    await fixture.press("r")
    #expect(fixture.screen.contains("This machine has something else."))
    replies.fail("Not yours.")
    await fixture.press("r")
    #expect(fixture.screen.contains("Not yours."))
    #expect(fixture.screen.contains("two"))
  }

  @Test func `without a way to the server the reason is reported`() async throws {
    let server = try ServerByHand()
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, sdk: server.store)
    fixture.application.context.sync.begin(
      in: fixture.store,
      connect: { [sync = fixture.application.context.sync] in
        sync.cannotConnect(.signedOut, because: "There is no key.")
      })
    await fixture.settle()
    await fixture.application.context.sync.finishConnecting()

    for name in ["server.keys", "server.webhooks", "server.types", "search.server"] {
      fixture.application.run(name)
      await fixture.settle()
      #expect(fixture.screen.contains("The server knows no key of this machine"), "\(name)")
    }
  }
}
