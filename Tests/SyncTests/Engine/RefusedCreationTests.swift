import MarfaSDK
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct RefusedCreationTests {
  private func ids(_ device: Device) -> [String] {
    (device.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue ?? [])
      .compactMap { $0.objectValue?["id"]?.stringValue }.sorted()
  }

  /// A device whose note the server refused, with an edge from it to one that the server has.
  private func refusedNote() async throws -> (device: Device, refused: String, other: String) {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    let events = try device.events()
    let other = try await device.note("Other")
    try await events.untilSynced()
    await device.client.syncEngine?.pause()
    let note = try await device.note("Rye", "Flour")
    try await device.client.edges.create(
      CreateEdgeInput(sourceId: note.id, targetId: other.id, edgeType: "about"))
    device.refuse { method, path in method == "POST" && path == "/items" }
    try await device.refused { await device.client.syncEngine?.resume() }
    device.line.setFault(nil)
    return (device, note.id, other.id)
  }

  @Test func `changes that need a refused creation are refused with it, and sent with it`()
    async throws
  {
    let (device, id, other) = try await refusedNote()
    let refused = try await device.queue.fetchRefused()
    #expect(refused.map(\.kind) == [.createItem, .createEdge])
    #expect(refused.map(\.code) == ["validation_error", "dependency_failed"])
    #expect(refused.map(\.itemId) == [id, id])
    #expect(refused.last?.targetId == other)

    try await device.synced { try await device.queue.retryRefused(id: refused[0].id) }

    #expect(ids(device) == [other, id].sorted())
    let edges = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue
    #expect(edges?.count == 1)
    #expect(try await device.queue.fetchRefused().isEmpty)
    #expect(try await device.client.edges.list(EdgeFilters(sourceId: id)).data.count == 1)
    await device.client.syncEngine?.stop()
  }

  @Test func `giving a refused creation up removes the note and what needs it`() async throws {
    let (device, id, other) = try await refusedNote()
    let refused = try await device.queue.fetchRefused()

    try await device.queue.discardRefused(id: refused[0].id)

    #expect(try await device.store.item(id: id) == nil)
    #expect(try await device.queue.fetchRefused().isEmpty)
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(try await device.client.edges.list(EdgeFilters(targetId: other)).data.isEmpty)
    #expect(try await device.store.quickCheck() == [])
    await device.client.syncEngine?.stop()
  }

  @Test func `a refused edge that another device has made is asked for no more`() async throws {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    let (source, target) = (try await one.note("A").id, try await one.note("B").id)
    let edge = CreateEdgeInput(sourceId: source, targetId: target, edgeType: "about")
    try await one.synced { try await one.start() }
    try await two.synced { try await two.start() }
    one.refuse { method, path in method == "POST" && path == "/edges" }
    try await one.refused { try await one.client.edges.create(edge) }
    one.line.setFault(nil)
    let events = try one.events()
    let made = try await two.client.edges.create(edge)
    _ = try await events.next { if case .edgeCreated = $0 { true } else { false } }
    let refused = try await one.queue.fetchRefused()

    for change in refused { try await one.queue.retryRefused(id: change.id) }

    #expect(try await one.queue.fetchRefused().isEmpty)
    #expect(try await one.client.edges.list(EdgeFilters()).data.map(\.id) == [made.id])
    for device in [one, two] { await device.client.syncEngine?.stop() }
  }

  @Test(arguments: ["edit", "tag"])
  func `any change of a refused note asks for its creation again`(way: String) async throws {
    let (device, id, other) = try await refusedNote()

    try await device.synced {
      if way == "edit" {
        try await device.client.items.update(id: id, properties: ["body": "Water"])
      } else {
        try await device.client.metadata.addTags(id: id, tags: ["new"])
      }
    }

    #expect(ids(device) == [other, id].sorted())
    #expect(try await device.queue.fetchRefused().isEmpty)
    let metadata = device.line.ask("GET", "/items/\(id)/metadata").body
      .objectValue?["metadata"]?.objectValue?["tags"]
    #expect(metadata == (way == "tag" ? ["new"] : []))
    await device.client.syncEngine?.stop()
  }

  @Test func `a waiting creation that is given up leaves nothing`() async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    let note = try await device.note("Rye")
    let queued = try await device.queue.fetchAll()

    try await device.queue.remove(id: queued[0].id)

    #expect(try await device.store.item(id: note.id) == nil)
    #expect(try await device.queue.fetchAll().isEmpty)
  }

  @Test func `a creation that may have arrived goes to the trash when it is given up`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    let lost = LossCounter()
    device.line.setFault { request in
      request.method == "POST" && lost.takes() ? .lostAnswer : nil
    }
    let events = try device.events()
    let note = try await device.note("Rye")
    _ = try await events.next { if case .failed = $0 { true } else { false } }
    await device.client.syncEngine?.pause()
    let queued = try await device.queue.fetchAll()
    try #require(queued.map(\.kind) == [.createItem])

    try await device.queue.remove(id: queued[0].id)
    try await device.synced { await device.client.syncEngine?.resume() }

    let there = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"]
    #expect(there?.objectValue?["state"] == "trashed")
    #expect(try await device.client.items.get(id: note.id).state == .trashed)
    await device.client.syncEngine?.stop()
  }

  @Test func `a note that is too large is refused once, with both sizes, until it is small`()
    async throws
  {
    var settings = ServerSettings()
    settings.recordLimits.propertyBytes = 200
    let device = try await Device("one", InMemoryServer(settings: settings), seed: 1)
    try await device.start()
    let events = try device.events()
    let note = try await device.note("Rye")
    try await events.untilSynced()

    try await device.refused {
      try await device.client.items.update(
        id: note.id, properties: ["body": .string(String(repeating: "x", count: 300))])
    }
    let first = try await device.queue.fetchRefused()
    #expect(first.map(\.code) == ["too_large"])
    #expect(first.first?.message == "311 bytes; the server takes 200 bytes at most.")

    let silent = try device.events()
    try await device.client.items.update(
      id: note.id, properties: ["body": .string(String(repeating: "x", count: 301))])
    try await silent.untilSynced()
    let second = try await device.queue.fetchRefused()
    #expect(second.map(\.id) == first.map(\.id))
    #expect(second.first?.message == "312 bytes; the server takes 200 bytes at most.")
    #expect(await !silent.seen.contains("mutationDropped"))

    try await device.synced {
      try await device.client.items.update(id: note.id, properties: ["body": "short"])
    }
    #expect(try await device.queue.fetchRefused().isEmpty)
    let there = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"]
    #expect(there?.objectValue?["properties"]?.objectValue?["body"] == "short")
    await device.client.syncEngine?.stop()
  }
}
