import MarfaSDK
import Testing

/// A server that has the documented API and nothing else.
@Suite(.timeLimit(.minutes(20))) struct DocumentedServerTests {
  private func device(_ name: String, _ server: InMemoryServer, seed: UInt64) async throws
    -> Device
  {
    let device = try await Device(name, server, seed: seed)
    device.line.hide(
      "/capabilities", "/mutations", "/snapshot", "/changes", "/blobs/known", "stream_cursor")
    return device
  }

  @Test func `notes, edges, tags and states travel, and edges get the server's ids`()
    async throws
  {
    let server = InMemoryServer()
    let one = try await device("one", server, seed: 1)
    try await one.start()
    let events = try one.events()
    let (a, b) = (try await one.note("A", "x", tags: ["t"]), try await one.note("B"))
    try await one.client.edges.create(
      CreateEdgeInput(sourceId: a.id, targetId: b.id, edgeType: "about"))
    try await one.client.items.transition(id: b.id, to: .archived)
    while try await !one.queue.fetchAll().isEmpty { try await events.untilSynced() }

    let two = try await device("two", server, seed: 2)
    try await two.start()

    #expect(try await two.body(a.id) == "x")
    #expect(try await two.client.metadata.get(id: a.id).tags == ["t"])
    #expect(try await two.client.items.get(id: b.id).state == .archived)
    let there = server.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    let id = there.first?.objectValue?["id"]?.stringValue
    #expect(there.count == 1)
    for device in [one, two] {
      #expect(
        try await device.client.edges.list(EdgeFilters(sourceId: a.id)).data.map(\.id) == [id])
      await device.client.syncEngine?.stop()
    }
  }

  @Test func `a first sync takes several pages, of notes in any state, and of edges`()
    async throws
  {
    let server = InMemoryServer()
    let ids = (0..<250).map { number in
      let digits = String(number)
      return "01900000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
    for id in ids {
      let note: JSONValue = [
        "id": .string(id), "type": "core.note", "properties": ["body": .string(id)],
      ]
      #expect(server.ask("POST", "/items", note).status == 201)
    }
    server.ask("DELETE", "/items/" + ids[0])
    server.ask("POST", "/items/\(ids[1])/transition", ["state": "archived"])
    server.ask(
      "POST", "/edges",
      ["source_id": .string(ids[2]), "target_id": .string(ids[3]), "edge_type": "about"])

    let one = try await device("one", server, seed: 1)
    try await one.start()

    let store = one.store
    #expect(try await store.statistics().itemCount == 250)
    #expect(try await store.item(id: ids[0])?.state == .trashed)
    #expect(try await store.item(id: ids[1])?.state == .archived)
    #expect(try await one.client.edges.list(EdgeFilters(sourceId: ids[2])).data.count == 1)
    await one.client.syncEngine?.stop()
  }

  @Test func `a text that both changed is kept twice`() async throws {
    let server = InMemoryServer()
    let one = try await device("one", server, seed: 1)
    try await one.start()
    let events = try one.events()
    let note = try await one.note("A", "base")
    try await events.untilSynced()
    await one.client.syncEngine?.pause()
    try await one.client.items.update(id: note.id, properties: ["body": "mine"])
    server.ask("PATCH", "/items/" + note.id, ["properties": ["body": "theirs"]])

    await one.client.syncEngine?.resume()
    _ = try await events.next { if case .conflictAutoMerged = $0 { true } else { false } }
    while try await !one.queue.fetchAll().isEmpty { try await events.untilSynced() }

    #expect(try await one.body(note.id) == "theirs")
    let copies = try await one.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["mine"])
    await one.client.syncEngine?.stop()
  }

  @Test func `a last word that nobody knows makes it take over everything again`() async throws {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1, offer: .documented)
    device.line.hide("catchup_too_old")
    try await device.start()
    try await device.synced { try await device.note("Here") }
    await device.client.syncEngine?.stop()
    for title in ["One", "Two"] {
      server.ask("POST", "/items", ["type": "core.note", "properties": ["body": .string(title)]])
    }
    _ = try await server.server.store.pruneEvents(
      before: Timestamp(milliseconds: .max / 2), keepingNewest: 1)

    let events = try device.events()
    await device.client.syncEngine?.start()
    _ = try await events.next { if case .failed = $0 { true } else { false } }
    try #require(try await device.store.streamCursor() == nil)
    await device.client.syncEngine?.retry()
    while try await device.client.items.list().data.count < 3 { try await events.untilSynced() }

    await device.client.syncEngine?.stop()
  }

  @Test func `a server that keeps no origin of an import is asked once, and nothing is refused`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1, offer: .documented)
    let refusal = TransportResponse(
      status: 403, body: Array(#"{"error": {"code": "forbidden", "message": "No."}}"#.utf8))
    device.line.setFault { $0.path.contains("app.marfa.origin") ? .answer(refusal) : nil }
    func importNote(_ name: String) async throws {
      let input = CreateItemInput(type: "core.note", properties: ["body": .string(name)])
      let origin = ItemOrigin(name: "Garden", path: name + ".md")
      _ = try await device.store.createItem(NewItem(input, origin: origin))
    }
    for name in ["1", "2", "3"] { try await importNote(name) }

    try await device.start()
    try await device.synced { try await importNote("4") }

    #expect(device.line.requests.count { $0.path.contains("app.marfa.origin") } == 1)
    #expect(try await device.store.syncCounts().refused == 0)
    #expect(device.bodiesThere() == ["1", "2", "3", "4"])
    await device.client.syncEngine?.stop()
  }

  @Test func `an origin is offered again to a server that says something else of itself`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1, offer: .documented)
    let words = Array(#"{"error": {"code": "forbidden", "message": "No."}}"#.utf8)
    func say(_ capabilities: String) {
      let said = TransportResponse(status: 200, body: Array(capabilities.utf8))
      device.line.setFault { request in
        switch request.path {
        case "/capabilities": .answer(said)
        case _ where request.path.contains("app.marfa.origin"):
          .answer(TransportResponse(status: 403, body: words))
        default: nil
        }
      }
    }
    func asked() -> Int { device.line.requests.count { $0.path.contains("app.marfa.origin") } }
    func importNote(_ name: String) async throws {
      let input = CreateItemInput(type: "core.note", properties: ["body": .string(name)])
      let origin = ItemOrigin(name: "Garden", path: name + ".md")
      _ = try await device.store.createItem(NewItem(input, origin: origin))
    }
    say(#"{"server_id": "a", "log_epoch": "1"}"#)
    try await device.start()
    for name in ["1", "2"] { try await device.synced { try await importNote(name) } }
    #expect(asked() == 1)

    let events = try device.events()
    say(#"{"server_id": "a", "log_epoch": "1", "key_label": "another"}"#)
    await device.client.syncEngine?.retry()
    try await events.untilSynced()
    for name in ["3", "4"] { try await device.synced { try await importNote(name) } }

    #expect(asked() == 2)
    #expect(try await device.store.syncCounts().refused == 0)
    await device.client.syncEngine?.stop()
  }
}
