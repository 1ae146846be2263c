import MarfaSDK
import Testing

/// What the simulation has found: a refused creation, and what comes before and after it.
@Suite(.timeLimit(.minutes(20))) struct RefusedOrderTests {
  private static let policy = SyncPolicy(url: "https://notes.example")

  /// A device that a test moves step by step.
  private func device() async throws -> Device {
    try await Device("one", InMemoryServer(), seed: 1)
  }

  /// The next request, as method and path.
  private func next(_ device: Device) async throws -> (Exchange, line: String)? {
    guard let exchange = try await device.store.nextExchange(.drain).exchange else { return nil }
    return (exchange, "\(exchange.request.method) \(exchange.request.path)")
  }

  private func refuse(_ exchange: Exchange, _ device: Device) async throws {
    let body = Array(#"{"error":{"code":"validation_error","message":"Not today."}}"#.utf8)
    _ = try await device.store.settle(
      exchange, .response(TransportResponse(status: 400, body: body)), Self.policy)
  }

  /// Sends everything that is left; answers the requests.
  private func sendAll(_ device: Device) async throws -> [String] {
    var lines: [String] = []
    while let (exchange, line) = try await next(device) {
      lines.append(line)
      let answer = try await device.line.rawRequest(
        method: exchange.request.method, path: exchange.request.path,
        query: exchange.request.query, headers: exchange.request.headers,
        body: exchange.request.body)
      _ = try await device.store.settle(exchange, .response(answer), Self.policy)
    }
    return lines
  }

  private func body(_ device: Device, _ id: String) -> JSONValue? {
    device.line.ask("GET", "/items/" + id).body.objectValue?["item"]?
      .objectValue?["properties"]?.objectValue?["body"]
  }

  @Test func `a text typed after a refusal is not written over by an earlier one`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("A", "one")
    let creation = try #require(try await next(device)).0
    try await device.client.items.update(id: note.id, properties: ["body": "two"])
    try await device.client.metadata.addTags(id: note.id, tags: ["t"])
    try await refuse(creation, device)
    #expect(try await device.queue.fetchRefused().map(\.kind) == [.createItem])

    try await device.client.items.update(id: note.id, properties: ["body": "three"])

    #expect(try await sendAll(device) == ["POST /items"])
    #expect(body(device, note.id) == "three")
    #expect(try await device.client.metadata.get(id: note.id).tags == ["t"])
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  /// A device with a note that the server has, and one whose creation it refused.
  private func refusedNote() async throws -> (device: Device, there: String, refused: String) {
    let device = try await device()
    let there = try await device.note("There")
    _ = try await sendAll(device)
    let refused = try await device.note("Refused")
    try await refuse(try #require(try await next(device)).0, device)
    return (device, there.id, refused.id)
  }

  private func link(_ device: Device, _ source: String, _ target: String) async throws -> Edge {
    try await device.client.edges.create(
      CreateEdgeInput(sourceId: source, targetId: target, edgeType: "about"))
  }

  @Test func `an edge to a refused note is not sent, and goes with it`() async throws {
    let (device, there, refused) = try await refusedNote()
    let edge = try await link(device, there, refused)

    #expect(try await next(device)?.line == nil)
    let list = try await device.queue.fetchRefused()
    #expect(list.map(\.kind) == [.createItem, .createEdge])
    #expect(list.map(\.code) == ["validation_error", "dependency_failed"])
    #expect(try await device.client.edges.list(EdgeFilters()).data.map(\.id) == [edge.id])

    try await device.queue.retryRefused(id: list[0].id)

    #expect(try await sendAll(device) == ["POST /items", "POST /edges"])
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edge that is asked for again takes the refused note along`() async throws {
    let (device, there, refused) = try await refusedNote()
    _ = try await link(device, there, refused)
    #expect(try await next(device)?.line == nil)
    let list = try await device.queue.fetchRefused()

    try await device.queue.retryRefused(id: list[1].id)

    #expect(try await sendAll(device) == ["POST /items", "POST /edges"])
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edge that waits comes after a note that is asked for again`() async throws {
    let (device, there, refused) = try await refusedNote()
    _ = try await link(device, there, refused)

    try await device.queue.retryRefused(id: try await device.queue.fetchRefused()[0].id)

    #expect(try await sendAll(device) == ["POST /items", "POST /edges"])
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edit that waits asks for the refused note, which is then sent once`()
    async throws
  {
    let (device, _, refused) = try await refusedNote()
    try await device.client.items.update(id: refused, properties: ["body": "new"])

    try await device.queue.retryRefused(id: try await device.queue.fetchRefused()[0].id)

    #expect(try await sendAll(device) == ["POST /items"])
    #expect(body(device, refused) == "new")
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edge does not go in the same request as a note that is asked for again`()
    async throws
  {
    let (device, there, refused) = try await refusedNote()
    let identify = try #require(try await device.store.nextExchange(.identify).exchange)
    let answer = try await device.line.rawRequest(
      method: "GET", path: "/capabilities", query: [], headers: [:], body: nil)
    _ = try await device.store.settle(identify, .response(answer), Self.policy)
    try await device.client.items.update(id: refused, properties: ["body": "new"])
    _ = try await link(device, there, refused)

    let exchange = try #require(try await next(device)).0

    #expect(exchange.mutations.map(\.kind) == [.createItem])
  }

  @Test func `an edge that is deleted while it is refused is not made again`() async throws {
    let (device, there, refused) = try await refusedNote()
    let edge = try await link(device, there, refused)
    #expect(try await next(device)?.line == nil)

    try await device.client.edges.delete(id: edge.id)
    try await device.queue.retryRefused(id: try await device.queue.fetchRefused()[0].id)

    #expect(try await sendAll(device) == ["POST /items"])
    #expect(try await device.client.edges.list(EdgeFilters()).data.isEmpty)
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edge that is deleted while its creation waits to be sent again stays deleted`()
    async throws
  {
    let (device, there, refused) = try await refusedNote()
    let former = try await link(device, there, refused)
    try await device.queue.retryRefused(id: try await device.queue.fetchRefused()[0].id)
    try await device.client.edges.delete(id: former.id)
    let edge = try await link(device, there, refused)
    try await refuse(try #require(try await next(device)).0, device)

    let list = try await device.queue.fetchRefused()
    #expect(list.map(\.subject) == [nil, edge.id])
    try await device.queue.retryRefused(id: list[0].id)

    #expect(try await sendAll(device) == ["POST /items", "POST /edges"])
    #expect(try await device.client.edges.list(EdgeFilters()).data.count == 1)
    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an edge that was deleted while its creation was on its way is not kept as refused`()
    async throws
  {
    let device = try await device()
    let (source, target) = (try await device.note("A"), try await device.note("B"))
    _ = try await sendAll(device)
    let edge = try await link(device, source.id, target.id)
    let creation = try #require(try await next(device)).0
    try await device.client.edges.delete(id: edge.id)
    try await refuse(creation, device)

    #expect(try await device.queue.fetchRefused().isEmpty)
    #expect(try await sendAll(device).isEmpty)
    #expect(try await device.client.edges.list(EdgeFilters()).data.isEmpty)
  }
}
