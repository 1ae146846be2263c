import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Item and edge types that a server has in addition to the core ones.
@Suite(.timeLimit(.minutes(20))) struct ServerTypesTests {
  private static let policy = SyncPolicy(url: "https://notes.example")
  private static let recipe = #"""
    {"id": "user.recipe", "parent": "core.note", "version": 1,
      "fields": {"name": {"type": "string"}, "serves": {"type": "number"}},
      "display_hints": {"title_field": "name"}}
    """#
  private static let pairs = #"{"id": "app.pairs-with", "cardinality": "one-to-one"}"#

  private static func json(_ text: String) throws -> JSONValue { try JSONParser.parse(text.utf8) }

  /// A server with a type of notes, one note of it, and a type of edges.
  private func server() throws -> InMemoryServer {
    let server = InMemoryServer()
    #expect(server.ask("POST", "/types", try Self.json(Self.recipe)).status == 201)
    #expect(server.ask("POST", "/edges/types", try Self.json(Self.pairs)).status == 201)
    let bread: JSONValue = [
      "type": "user.recipe", "properties": ["name": "Bread", "body": "Flour", "serves": 4],
    ]
    #expect(server.ask("POST", "/items", bread).status == 201)
    return server
  }

  /// The types of the notes that a list of `core.note` has.
  private func listed(_ client: MarfaClient) async throws -> [String] {
    try await client.items.list(ListFilters(type: "core.note")).data.map(\.type)
  }

  /// Asks for the lists in order, and answers each.
  @discardableResult
  private func answer(
    _ store: LocalStore, status: Int = 200, items: String, edges: String
  ) async throws -> [SyncProgress] {
    var progress: [SyncProgress] = []
    for (path, body) in [("/types", items), ("/edges/types", edges)] {
      let exchange = try #require(try await store.nextExchange(.types).exchange)
      #expect(exchange.request.path == path)
      let response = TransportResponse(status: status, body: Array(body.utf8))
      progress.append(
        try await store.settle(exchange, .response(response), Self.policy).progress)
    }
    return progress
  }

  private func answerAll(_ store: LocalStore) async throws {
    try await answer(
      store, items: "[\(Self.recipe)]", edges: #"{"edge_types": [\#(Self.pairs)]}"#)
  }

  @Test(arguments: ServerOffer.allCases)
  func `a list of a type has the notes of the server's subtypes`(offer: ServerOffer) async throws {
    let device = try await Device("one", server(), seed: 1, offer: offer)

    try await device.start()

    #expect(try await listed(device.client) == ["user.recipe"])
    #expect(try await device.client.edges.types().contains { $0.id == "app.pairs-with" })
    await device.client.syncEngine?.stop()
  }

  @Test(arguments: [ServerChange.move, .copy])
  func `another server is asked for its types, also when it counts them alike`(
    change: ServerChange
  ) async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    func knowsTypes() async throws -> Bool? {
      let exchange = try #require(try await store.nextExchange(.identify).exchange)
      let answer = TransportResponse(
        status: 200, body: Array(#"{"server_id": "a", "types_version": "1/1"}"#.utf8))
      let outcome = try await store.settle(exchange, .response(answer), Self.policy)
      guard case .identified(let found) = outcome.progress else { return nil }
      return found.knowsTypes
    }
    #expect(try await knowsTypes() == false)
    try await answerAll(store)
    #expect(try await knowsTypes() == true)

    try await store.leaveServer(change)

    #expect(try await knowsTypes() == false)
  }

  @Test(arguments: [400, 404, 429, 500, 507])
  func `a server that refuses to name its types is worked with all the same`(
    status: Int
  ) async throws {
    let device = try await Device("one", server(), seed: 1)
    device.line.setFault { request in
      request.path.hasSuffix("/types") ? .answer(TransportResponse(status: status)) : nil
    }

    try await device.start()
    try await device.synced { try await device.note("A") }

    #expect(device.bodiesThere() == ["Flour", ""])
    #expect(try await listed(device.client) == ["core.note"])
    await device.client.syncEngine?.stop()
  }

  @Test func `both lists are asked for, and the core types are not kept`() async throws {
    let desk = try await DrainDesk()

    let progress = try await answer(
      desk.store, items: #"[{"id": "core.note", "version": 9, "fields": {}}, \#(Self.recipe)]"#,
      edges: #"{"edge_types": [{"id": "about", "cardinality": "one-to-one"}, \#(Self.pairs)]}"#)

    #expect(progress == [.more, .done])
    let types = try await MarfaClient(store: desk.store).edges.types()
    #expect(types.first { $0.id == "about" }?.cardinality == .manyToMany)
    #expect(types.count { !$0.isCore } == 1)
  }

  @Test(arguments: [
    (404, #"{"error": {"code": "not_found"}}"#), (500, ""), (200, "<html>Sign in</html>"),
    (200, "{}"), (200, "7"),
  ])
  func `an answer that is no list changes nothing that is known`(
    status: Int, body: String
  ) async throws {
    let desk = try await DrainDesk()
    try await answerAll(desk.store)
    let client = MarfaClient(store: desk.store)
    let before = try await client.edges.types()

    let progress = try await answer(desk.store, status: status, items: body, edges: body)

    #expect(progress == [.more, .done])
    #expect(try await client.edges.types() == before)
    try await client.items.create(
      CreateItemInput(type: "user.recipe", properties: ["name": "Bread", "body": ""]))
    #expect(try await listed(client) == ["user.recipe"])
  }

  @Test func `a type that cannot be read is left out, and one that the server has no more goes`()
    async throws
  {
    let desk = try await DrainDesk()
    try await answerAll(desk.store)
    let client = MarfaClient(store: desk.store)
    let note = try await client.items.create(
      CreateItemInput(type: "user.recipe", properties: ["name": "Bread", "body": ""]))

    try await answer(
      desk.store, items: #"[{"id": 7}, {"id": "user.poem", "version": 1, "fields": {}}]"#,
      edges: #"{"edge_types": []}"#)

    #expect(try await listed(client).isEmpty)
    #expect(try await client.edges.types().allSatisfy(\.isCore))
    #expect(try await client.items.get(id: note.id).type == "user.recipe")
  }

  @Test func `a violation of a rule of such a type is left to the server`() async throws {
    let desk = try await DrainDesk()
    try await answerAll(desk.store)
    let client = MarfaClient(store: desk.store)

    let bread = try await client.items.create(
      CreateItemInput(type: "user.recipe", properties: ["name": "Bread", "serves": "four"]))
    try await client.items.update(id: bread.id, properties: ["serves": "five"])
    for title in ["A", "B"] {
      let id = try await desk.note(title)
      try await client.edges.create(
        CreateEdgeInput(sourceId: bread.id, targetId: id, edgeType: "app.pairs-with"))
    }

    #expect(try await client.items.get(id: bread.id).properties["serves"] == "five")
    #expect(try await client.edges.list(EdgeFilters(sourceId: bread.id)).data.count == 2)
  }

  @Test func `the lists are asked for from the first one after each connection`() async throws {
    let desk = try await DrainDesk()
    let first = try #require(try await desk.store.nextExchange(.types).exchange)
    _ = try await desk.store.settle(
      first, .response(TransportResponse(status: 200, body: Array("[]".utf8))), Self.policy)

    // The connection breaks here.
    let identify = try #require(try await desk.store.nextExchange(.identify).exchange)
    _ = try await desk.store.settle(
      identify, .response(TransportResponse(status: 404)), Self.policy)

    #expect(try await desk.store.nextExchange(.types).exchange?.request.path == "/types")
  }

  @MainActor
  @Test func `an open list has the notes of a subtype as soon as the type is known`() async throws {
    let desk = try await DrainDesk()
    try await MarfaClient(store: desk.store).items.create(
      CreateItemInput(type: "user.recipe", properties: ["name": "Bread", "body": ""]))
    let store = MarfaStore(store: desk.store, clock: ManualClock())
    let (list, window) = (
      store.query(filters: ListFilters(type: "core.note")),
      store.queryWindow(filters: ListFilters(type: "core.note"), length: 3, margin: 2)
    )
    await store.settle()
    #expect(list.items.isEmpty)
    #expect(window.count == 0)

    try await answerAll(desk.store)
    await store.settle()

    #expect(list.items.map(\.type) == ["user.recipe"])
    #expect(window.count == 1)
  }
}
