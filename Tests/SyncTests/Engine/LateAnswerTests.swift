import MarfaSDK
import Testing

/// What the simulation has found: answers and events that come in an awkward order.
@Suite(.timeLimit(.minutes(20))) struct LateAnswerTests {
  private static let policy = SyncPolicy(url: "https://notes.example")

  /// A device that a test moves step by step, with the server's events in hand.
  private func device() async throws -> Device {
    try await Device("one", InMemoryServer(), seed: 1)
  }

  private func send(_ device: Device, answered: Bool = true) async throws {
    let exchange = try #require(try await device.store.nextExchange(.drain).exchange)
    let answer = try await device.line.rawRequest(
      method: exchange.request.method, path: exchange.request.path,
      query: exchange.request.query, headers: exchange.request.headers,
      body: exchange.request.body)
    let reply: SyncReply =
      answered ? .response(answer) : .failure(message: "lost", mayHaveArrived: true)
    _ = try await device.store.settle(exchange, reply, Self.policy)
    try await device.store.releaseWaits()
  }

  private func event(_ device: Device, _ name: String, _ path: String) -> SSEEvent {
    let body = device.line.ask("GET", path).body.objectValue?["item"] ?? .null
    return SSEEvent(event: name, data: JSONWriter.string(of: body))
  }

  @Test(arguments: [false, true])
  func `a text waits after a title with what it was typed on`(isTold: Bool) async throws {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await send(device)
    try await device.client.items.update(id: note.id, properties: ["title": "T"])
    let title = try #require(try await device.store.nextExchange(.drain).exchange)
    _ = try await device.store.settle(
      title, .failure(message: "lost", mayHaveArrived: false), Self.policy)
    try await device.store.releaseWaits()
    try await device.client.items.update(id: note.id, properties: ["body": "one\nmine\n"])
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["body": "one\ntheirs\n"]])

    if isTold {
      _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])
    }
    while try await !device.queue.fetchAll().isEmpty { try await send(device) }

    let there = device.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue ?? []
    let properties = there.map { $0.objectValue?["properties"]?.objectValue ?? [:] }
    #expect(Set(properties.map { $0["body"] }) == ["one\ntheirs\n", "one\nmine\n"])
    #expect(properties.contains { $0["body"] == "one\ntheirs\n" && $0["title"] == "T" })
    #expect(try await device.body(note.id) == "one\ntheirs\n")
  }

  @Test func `an edit of a note that both sides deleted for good is no refused change`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("A")
    try await send(device)
    try await device.client.items.update(id: note.id, properties: ["body": "mine"])
    try await device.client.items.purge(id: note.id)
    device.line.ask("DELETE", "/items/" + note.id)
    device.line.ask("DELETE", "/items/\(note.id)/purge")

    while try await !device.queue.fetchAll().isEmpty { try await send(device) }

    #expect(try await device.queue.fetchRefused().isEmpty)
  }

  @Test func `an event that says what its answer said writes nothing`() async throws {
    let device = try await device()
    let note = try await device.note("A")
    let exchange = try #require(try await device.store.nextExchange(.drain).exchange)
    let answer = try await device.line.rawRequest(
      method: exchange.request.method, path: exchange.request.path,
      query: exchange.request.query, headers: exchange.request.headers,
      body: exchange.request.body)
    var answered = AnsweredItems()
    answered.take(
      try await device.store.settle(exchange, .response(answer), Self.policy).answered)
    let echo = event(device, "item.created", "/items/" + note.id)
    // Something newer, which the event would undo if it were read.
    let newer = #"{"item_id":"\#(note.id)","tags":[],"tier":"inbox","state":"trashed"}"#
    _ = try await device.store.apply([SSEEvent(event: "metadata.changed", data: newer)])

    let outcome = try await device.store.apply([echo], knowing: answered)
    guard case .itemUpdated(note.id)? = outcome.events.first else {
      return #expect(Bool(false), "\(outcome.events)")
    }
    #expect(try await device.client.items.get(id: note.id).state == .trashed)
    _ = try await device.store.apply([echo])
    #expect(try await device.client.items.get(id: note.id).state == .active)
  }

  @Test func `an answer that comes again trashes no note that was restored since`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("A")
    try await send(device)
    try await device.client.items.delete(id: note.id)
    try await send(device, answered: false)
    device.line.ask("POST", "/items/\(note.id)/restore")
    _ = try await device.store.apply([event(device, "item.restored", "/items/" + note.id)])

    try await send(device)
    // Only the server knows whether its answer is of before that.
    try await send(device)

    #expect(try await device.client.items.get(id: note.id).state == .active)
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(try await device.store.nextExchange(.drain).exchange == nil)
  }

  @Test(arguments: [false, true])
  func `a note whose trash is sent twice does not come out of it meanwhile`(arrived: Bool)
    async throws
  {
    let device = try await device()
    let note = try await device.note("A")
    try await send(device)
    try await device.client.items.delete(id: note.id)
    if arrived {
      try await send(device, answered: false)
    } else {
      let exchange = try await device.leaving()
      try await device.take(.failure(message: "offline", mayHaveArrived: false), to: exchange)
    }
    var states: [ItemState] = []
    // The change, and the question that its answer leaves open; the event comes after both.
    for _ in 0..<2 {
      try await send(device)
      states.append(try await device.client.items.get(id: note.id).state)
    }
    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])
    states.append(try await device.client.items.get(id: note.id).state)

    #expect(states == [.trashed, .trashed, .trashed])
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(try await device.store.nextExchange(.drain).exchange == nil)
  }

  @Test func `an edge that was deleted elsewhere is not brought back by a late answer`()
    async throws
  {
    let device = try await device()
    let (a, b) = (try await device.note("A"), try await device.note("B"))
    for _ in 0..<2 { try await send(device) }
    let edge = try await device.client.edges.create(
      CreateEdgeInput(sourceId: a.id, targetId: b.id, edgeType: "about"))
    try await send(device, answered: false)
    let there = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    let id = try #require(there.first?.objectValue?["id"]?.stringValue)
    device.line.ask("DELETE", "/edges/" + id)

    _ = try await device.store.apply([
      SSEEvent(event: "edge.created", data: JSONWriter.string(of: there[0])),
      SSEEvent(
        event: "edge.deleted",
        data: #"{"id":"\#(id)","edge_type":"about","source_id":"a","target_id":"b"}"#),
    ])

    #expect(try await device.store.nextExchange(.drain).exchange == nil)
    #expect(try await device.client.edges.list(EdgeFilters(sourceId: a.id)).data.isEmpty)
    #expect(edge.targetId == b.id)
  }

  @Test func `a late answer takes no tag away that an event has brought since`() async throws {
    let device = try await device()
    let note = try await device.note("A", "base")
    try await send(device)
    try await device.client.items.update(id: note.id, properties: ["body": "one"])
    try await send(device, answered: false)
    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])
    device.line.ask("POST", "/items/\(note.id)/tags", ["tags": ["new"]])
    _ = try await device.store.apply([
      SSEEvent(
        event: "metadata.changed",
        data: #"{"item_id":"\#(note.id)","tags":["new"],"tier":"library","state":"active"}"#)
    ])

    try await send(device)

    #expect(try await device.client.metadata.get(id: note.id).tags == ["new"])
    #expect(try await device.body(note.id) == "one")
    #expect(try await device.queue.fetchAll().isEmpty)
  }

  @Test func `an edit on an older version than is confirmed here meets what came after it`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("A", "base")
    try await send(device)
    try await device.client.items.update(id: note.id, properties: ["body": "one"])
    // It arrives as version 2, and its answer does not come back.
    try await send(device, answered: false)
    try await device.client.items.update(id: note.id, properties: ["body": "one two"])
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["body": "theirs"]])
    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])
    // The first answer again: the next edit is made on version 2, while 3 is known.
    try await send(device)
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["title": "T"]])
    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])

    try await send(device)

    #expect(try await device.body(note.id) == "theirs")
    let copies = try await device.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["one two"])
  }

  /// What a note says at the server, and the copies of it.
  private func bodies(_ device: Device) -> Set<JSONValue> {
    let there = device.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue ?? []
    return Set(there.compactMap { $0.objectValue?["properties"]?.objectValue?["body"] })
  }

  @Test func `a text that was put back hides nothing that others write while the title waits`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await send(device)
    try await device.client.items.update(
      id: note.id, properties: ["title": "T", "body": "one\ntwo\n"])
    try await device.client.items.update(id: note.id, properties: ["body": "one\n"])
    let title = try #require(try await device.store.nextExchange(.drain).exchange)
    _ = try await device.store.settle(
      title, .failure(message: "lost", mayHaveArrived: false), Self.policy)
    try await device.store.releaseWaits()
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["body": "one\ntheirs\n"]])

    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])

    #expect(try await device.body(note.id) == "one\ntheirs\n")
    try await device.client.items.update(
      id: note.id, properties: ["body": "one\ntheirs\nmine\n"])
    while try await !device.queue.fetchAll().isEmpty { try await send(device) }
    #expect(bodies(device) == ["one\ntheirs\nmine\n"])
  }

  @Test func `a text that is typed over one that a conflict leaves to the server meets theirs`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await send(device)
    try await device.client.items.update(
      id: note.id, properties: ["title": "T", "body": "one\ntwo\n"])
    try await device.client.items.update(id: note.id, properties: ["body": "one\n"])
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["body": "one\ntheirs\n"]])
    _ = try await device.store.apply([event(device, "item.updated", "/items/" + note.id)])
    // The title and the text, made on the version of before theirs; it waits once.
    let both = try #require(try await device.store.nextExchange(.drain).exchange)
    _ = try await device.store.settle(
      both, .failure(message: "lost", mayHaveArrived: false), Self.policy)
    try await device.store.releaseWaits()
    try await device.client.items.update(id: note.id, properties: ["body": "one\nmine\n"])

    while try await !device.queue.fetchAll().isEmpty { try await send(device) }

    #expect(bodies(device) == ["one\ntheirs\n", "one\nmine\n"])
  }

  @Test(arguments: [false, true])
  func `the text of a creation whose id is taken is not lost, whatever is heard first`(
    isEventFirst: Bool
  ) async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let id = try await device.note("A", "mine").id
    device.line.ask(
      "POST", "/items",
      [
        "id": .string(id), "type": "core.note", "properties": ["title": "A", "body": "theirs"],
      ])
    let exchange = try await device.leaving()

    if isEventFirst { try await device.hear(id, as: "item.created") }
    try await device.take(try await device.reply(to: exchange), to: exchange)
    if !isEventFirst { try await device.hear(id, as: "item.created") }
    try await device.sendAll()

    #expect(device.bodiesThere() == ["mine", "theirs"])
  }
}
