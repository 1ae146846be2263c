import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct RefusedChangeTests {
  /// A started device with a note that the server has, and whose next change of a kind it refuses.
  private func deviceWithNote() async throws -> (Device, String) {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    let events = try device.events()
    let note = try await device.note("Rye", "Flour", tags: ["bread"])
    try await events.untilSynced()
    return (device, note.id)
  }

  private func refusedUpdate() async throws -> (Device, String) {
    let (device, id) = try await deviceWithNote()
    device.refuse { method, _ in method == "PATCH" }
    try await device.refused {
      try await device.client.items.update(id: id, properties: ["body": "Water"])
    }
    device.line.setFault(nil)
    return (device, id)
  }

  private func serverBody(_ device: Device, _ id: String) -> JSONValue? {
    device.line.ask("GET", "/items/" + id).body.objectValue?["item"]?
      .objectValue?["properties"]?.objectValue?["body"]
  }

  @Test func `a refused change stays visible, with the server's words`() async throws {
    let (device, id) = try await refusedUpdate()

    let refused = try await device.queue.fetchRefused()

    #expect(try await device.body(id) == "Water")
    #expect(refused.map(\.kind) == [.updateItem])
    #expect(refused.map(\.itemId) == [id])
    #expect(refused.map(\.fields) == [["body"]])
    #expect(refused.map(\.message) == ["Not today."])
    #expect(refused.map(\.status) == [400])
    #expect(refused.first?.body.objectValue?["properties"] == ["body": "Water"])
    #expect(try await device.queue.fetchAll().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `while something is refused not everything counts as on the server`() async throws {
    let (device, _) = try await deviceWithNote()
    let before = await device.client.syncEngine?.syncedAt

    device.refuse { method, _ in method == "POST" }
    try await device.refused { try await device.note("Oats") }
    let refused = await device.client.syncEngine?.syncedAt
    device.line.setFault(nil)
    let change = try #require(try await device.queue.fetchRefused().first)
    try await device.synced { try await device.queue.retryRefused(id: change.id) }

    #expect(before != nil)
    #expect(refused == before)
    #expect(await device.client.syncEngine?.syncedAt != before)
    await device.client.syncEngine?.stop()
  }

  @Test func `a retry sends it again`() async throws {
    let (device, id) = try await refusedUpdate()
    let refused = try await device.queue.fetchRefused()

    try await device.synced { try await device.queue.retryRefused(id: refused[0].id) }

    #expect(serverBody(device, id) == "Water")
    #expect(try await device.queue.fetchRefused().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `giving it up shows what the server has`() async throws {
    let (device, id) = try await refusedUpdate()
    let refused = try await device.queue.fetchRefused()

    try await device.queue.discardRefused(id: refused[0].id)

    #expect(try await device.body(id) == "Flour")
    #expect(try await device.queue.fetchRefused().isEmpty)
    #expect(try await device.queue.fetchAll().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `giving it up shows what another device has written since`() async throws {
    let (device, id) = try await refusedUpdate()
    let refused = try await device.queue.fetchRefused()
    let news = try device.events()
    device.line.ask("PATCH", "/items/" + id, ["properties": ["body": "Theirs"]])
    try await news.until(item: id)
    #expect(try await device.body(id) == "Water")

    try await device.queue.discardRefused(id: refused[0].id)

    #expect(try await device.body(id) == "Theirs")
    await device.client.syncEngine?.stop()
  }

  @Test func `an edit of the same field takes its place`() async throws {
    let (device, id) = try await refusedUpdate()

    try await device.synced {
      try await device.client.items.update(id: id, properties: ["body": "Salt"])
    }

    #expect(serverBody(device, id) == "Salt")
    #expect(try await device.queue.fetchRefused().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `an edit of another field leaves it refused`() async throws {
    let (device, id) = try await refusedUpdate()

    try await device.synced {
      try await device.client.items.update(id: id, properties: ["title": "Spelt"])
    }

    #expect(serverBody(device, id) == "Flour")
    #expect(try await device.body(id) == "Water")
    #expect(try await device.queue.fetchRefused().map(\.fields) == [["body"]])
    #expect(try await device.client.items.get(id: id).version == 2)
    await device.client.syncEngine?.stop()
  }

  @Test(arguments: [true, false])
  func `a text that another device has written meanwhile is never overwritten`(
    edits: Bool
  ) async throws {
    let (device, id) = try await refusedUpdate()
    let refused = try await device.queue.fetchRefused()
    let news = try device.events()
    device.line.ask("PATCH", "/items/" + id, ["properties": ["body": "Theirs"]])
    try await news.until(item: id)

    try await device.synced {
      if edits {
        try await device.client.items.update(id: id, properties: ["body": "Water!"])
      } else {
        try await device.queue.retryRefused(id: refused[0].id)
      }
    }

    #expect(serverBody(device, id) == "Theirs")
    let copies = try await device.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == [edits ? "Water!" : "Water"])
    await device.client.syncEngine?.stop()
  }

  @Test func `a retry after an own edit keeps the version it was made on`() async throws {
    let (device, id) = try await refusedUpdate()
    let refused = try await device.queue.fetchRefused()
    let news = try device.events()
    device.line.ask("PATCH", "/items/" + id, ["properties": ["body": "Theirs"]])
    try await news.until(item: id)

    await device.client.syncEngine?.pause()
    try await device.client.items.update(id: id, properties: ["title": "Spelt"])
    try await device.queue.retryRefused(id: refused[0].id)
    try await device.synced { await device.client.syncEngine?.resume() }

    #expect(serverBody(device, id) == "Theirs")
    let copies = try await device.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["Water"])
    await device.client.syncEngine?.stop()
  }

  @Test @MainActor func `the query follows the list`() async throws {
    let (device, id) = try await deviceWithNote()
    let store = try #require(device.client.makeStore())
    let query = store.queryRefusedChanges()
    await query.settle()
    #expect(query.isEmpty)

    device.refuse { method, _ in method == "PATCH" }
    try await device.refused {
      try await device.client.items.update(id: id, properties: ["body": "Water"])
    }
    await store.settle()
    await query.settle()

    #expect(query.changes.map(\.itemId) == [id])
    query.stop()
    await device.client.syncEngine?.stop()
  }

  @Test @MainActor func `a refused move into a notebook names the note, and lists it`()
    async throws
  {
    let (device, id) = try await deviceWithNote()
    let events = try device.events()
    let book = try await device.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Beta"]))
    try await events.untilSynced()
    let store = try #require(device.client.makeStore())
    let window = store.queryWindow(filters: ListFilters(), scope: .refused, length: 5, margin: 5)
    await store.settle()
    #expect(window.count == 0)
    device.refuse { method, path in method == "POST" && path == "/edges" }

    try await device.refused {
      try await device.client.edges.create(
        CreateEdgeInput(sourceId: book.id, targetId: id, edgeType: "parent-of"))
    }
    await store.settle()
    #expect(window.rows.map(\.title) == ["Rye"])
    window.stop()

    let refused = try #require(try await device.queue.fetchRefused().first)
    #expect(refused.isMove)
    #expect(refused.itemId == book.id)
    #expect(refused.noteId == id)
    #expect(refused.title == "Rye")
    await device.client.syncEngine?.stop()
  }
}
