import MarfaSDK
import MarfaServer
import Testing

/// What the simulation has found: a server with documents merges a text into what was there, and
/// the next edit was typed on the text that was sent.
@Suite(.timeLimit(.minutes(20))) struct MergedAnswerTests {
  private static let policy = SyncPolicy(url: "https://notes.example")

  private func send(_ device: Device, answered: Bool = true) async throws {
    let exchange = try #require(try await device.store.nextExchange(.drain).exchange)
    let reply: SyncReply
    if answered {
      let request = exchange.request
      reply = .response(
        try await device.line.rawRequest(
          method: request.method, path: request.path, query: request.query,
          headers: request.headers, body: request.body))
    } else {
      reply = .failure(message: "lost", mayHaveArrived: false)
    }
    _ = try await device.store.settle(exchange, reply, Self.policy)
    try await device.store.releaseWaits()
  }

  /// Has somebody attach the note's text as a document.
  private func attach(_ id: String, to device: Device) {
    let line = device.line
    let client = line.ask("POST", "/documents/clients", ["client_key": "other"]).body
      .objectValue?["client_id"]?.stringValue
    let answer = line.server.answer(
      DirectServer.Request(
        "POST", "/documents/note-\(id)/attach",
        query: [("client", client ?? ""), ("item_id", id), ("field", "body")]),
      as: line.caller)
    #expect(answer.status == 200)
  }

  /// How the title is changed meanwhile.
  enum Title: CaseIterable { case not, together, before }

  @Test(arguments: [false, true], Title.allCases)
  func `a text typed while an edit of its document is on its way is there once`(
    isTold: Bool, title: Title
  ) async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let note = try await device.note("N", "one\n")
    try await send(device)
    attach(note.id, to: device)
    try await device.client.items.update(id: note.id, properties: ["body": "one\nmine\n"])
    try await send(device, answered: false)
    var later: [String: JSONValue] = ["body": "one\nmine\nmore\n"]
    if title == .together { later["title"] = "T" }
    if title == .before {
      try await device.client.items.update(id: note.id, properties: ["title": "T"])
      // The next update is a row of its own.
      try await device.client.metadata.addTags(id: note.id, tags: ["t"])
    }
    try await device.client.items.update(id: note.id, properties: later)
    device.line.ask("PATCH", "/items/" + note.id, ["properties": ["body": "theirs\none\n"]])
    if isTold {
      let item = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"] ?? .null
      _ = try await device.store.apply([
        SSEEvent(event: "item.updated", data: JSONWriter.string(of: item))
      ])
    }

    while try await !device.queue.fetchAll().isEmpty { try await send(device) }

    let item = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"]
    let there = item?.objectValue?["properties"]?.objectValue ?? [:]
    #expect(there["body"] == "theirs\none\nmine\nmore\n")
    #expect(there["title"] == (title == .not ? "N" : "T"))
    #expect(try await device.body(note.id) == "theirs\none\nmine\nmore\n")
    let data = device.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue
    #expect(data?.count == 1)
  }

  @Test func `a text that waits for a title goes on from what was made of the one before it`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let note = try await device.note("N", "one\n")
    try await device.send()
    attach(note.id, to: device)
    try await device.client.items.update(id: note.id, properties: ["body": "one\nmine\n"])
    try await send(device, answered: false)
    try await device.client.items.update(id: note.id, properties: ["title": "T"])
    try await device.client.metadata.addTags(id: note.id, tags: ["x"])
    try await device.client.items.update(id: note.id, properties: ["body": "one\nmine\nmore\n"])
    device.others(note.id, ["body": "theirs\none\n"])

    try await device.sendAll()

    #expect(device.bodiesThere() == ["theirs\none\nmine\nmore\n"])
    #expect(try await device.body(note.id) == "theirs\none\nmine\nmore\n")
    #expect(try await device.client.items.get(id: note.id).properties["title"] == "T")
  }

  @Test(arguments: [ConflictStrategy.manual, .auto])
  func `words that were typed over those of the server's answer wait, and are not put next to them`(
    conflict: ConflictStrategy
  ) async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let identify = try #require(try await device.store.nextExchange(.identify).exchange)
    _ = try await device.store.settle(
      identify, try await device.reply(to: identify),
      SyncPolicy(url: "https://notes.example", conflict: conflict))
    let note = try await device.note("N", "by 8 now\n")
    try await device.send()
    attach(note.id, to: device)
    try await device.client.items.update(id: note.id, properties: ["body": "by 8 now\nmine\n"])
    try await send(device, answered: false)
    try await device.client.items.update(
      id: note.id, properties: ["body": "by 9 now\nmine\nmore\n"])
    device.others(note.id, ["body": "by 7 now\n"])

    try await device.sendAll()

    let (both, mine) = ("by 7 now\nmine\nmore\n", "by 9 now\nmine\nmore\n")
    #expect(try await device.body(note.id) == both)
    switch conflict {
    case .manual:
      #expect(device.bodiesThere() == [.string(both)])
      let parked = try await device.store.parkedConflicts().map(\.context)
      #expect(parked.map { $0.clientPatch["body"] } == [.string(mine)])
      #expect(parked.first?.ancestor?.properties["body"] == "by 8 now\nmine\nmore\n")
    default:
      #expect(device.bodiesThere() == [.string(both), .string(mine)])
      #expect(try await device.store.parkedConflicts().isEmpty)
    }
  }
}
