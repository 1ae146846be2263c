import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct RightsTests {
  private func start(_ device: Device) async throws {
    let states = await device.connection.states()
    await device.client.syncEngine?.start()
    for await state in states where state == .online { return }
  }

  @Test func `a key that only reads sends nothing, says so, and still receives`() async throws {
    let server = InMemoryServer()
    let reader = try await Device(
      "reader", server, seed: 1, permissions: PermissionMaps(types: ["core.*": .read]))
    // Nobody knows of the rights before the first connection.
    let early = try await reader.note("Early")
    try await start(reader)
    await #expect(throws: ForbiddenError.self) { try await reader.note("Mine") }
    let writer = try await Device("writer", server, seed: 2)
    try await writer.start()
    let news = try reader.events()
    let theirs = try await writer.note("Theirs")
    try await news.until(item: theirs.id)

    #expect(await reader.client.syncEngine?.obstacle == .readOnly)
    #expect(reader.line.requests.allSatisfy { $0.method == "GET" })
    #expect(try await reader.queue.fetchAll().map(\.itemId) == [early.id])
    let rights = try await reader.queue.fetchRights()
    #expect(!rights.mayWrite)
    #expect(rights.level(ofType: "core.note") == .read)
    for device in [reader, writer] { await device.client.syncEngine?.stop() }
  }

  @Test func `what no server has may be changed with a key that only reads`() async throws {
    let reader = try await Device(
      "reader", InMemoryServer(), seed: 1, permissions: PermissionMaps(types: ["core.*": .read]))
    let early = try await reader.note("Early")
    try await start(reader)

    try await reader.client.items.update(id: early.id, properties: ["body": "more"])
    try await reader.client.metadata.addTags(id: early.id, tags: ["new"])
    try await reader.client.items.delete(id: early.id)

    let item = try await reader.client.items.get(id: early.id)
    #expect(item.state == .trashed)
    #expect(item.properties["body"] == "more")
    #expect(reader.line.requests.allSatisfy { $0.method == "GET" })
    await reader.client.syncEngine?.stop()
  }

  @Test func `a key that only reads says when everything was exchanged`()
    async throws
  {
    let server = InMemoryServer()
    let reader = try await Device(
      "reader", server, seed: 1, permissions: PermissionMaps(types: ["core.*": .read]))
    let events = try reader.events()
    await reader.client.syncEngine?.start()

    try await events.untilSynced()

    #expect(await reader.client.syncEngine?.obstacle == .readOnly)
    await reader.client.syncEngine?.stop()
  }

  @Test func `a purge by a key that may not purge goes to the server's trash`() async throws {
    let device = try await Device(
      "member", InMemoryServer(), seed: 1,
      permissions: PermissionMaps(types: ["*": .write], edges: ["*": .write]))
    try await device.start()
    #expect(try await !device.queue.fetchRights().mayPurge)
    let events = try device.events()
    let note = try await device.note("A", "text")
    try await events.untilSynced()

    try await device.synced {
      try await device.client.items.transition(id: note.id, to: .trashed)
      try await device.client.items.purge(id: note.id)
    }

    let there = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"]
    #expect(there?.objectValue?["state"] == "trashed")
    #expect(try await device.client.items.get(id: note.id).state == .trashed)
    #expect(try await device.body(note.id) == "text")
    #expect(try await device.queue.fetchRefused().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `a note that is given up goes to the trash when it was sent, and else is gone`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    var sent: Item?
    try await device.synced { sent = try await device.note("Sent") }
    let there = try #require(sent)
    await device.client.syncEngine?.pause()
    let new = try await device.note("New")

    #expect(try await device.store.discardItem(id: new.id))
    try await device.synced {
      let isGone = try await device.store.discardItem(id: there.id)
      #expect(!isGone)
      await device.client.syncEngine?.resume()
    }

    #expect(try await device.store.item(id: new.id) == nil)
    #expect(try await device.client.items.get(id: there.id).state == .trashed)
    let item = device.line.ask("GET", "/items/" + there.id).body.objectValue?["item"]
    #expect(item?.objectValue?["state"] == "trashed")
    #expect(device.line.ask("GET", "/items/" + new.id).status == 404)
    await device.client.syncEngine?.stop()
  }

  @Test func `other rights show other items, which no event reports`() async throws {
    let server = InMemoryServer()
    let writer = try await Device("writer", server, seed: 2)
    try await writer.start()
    let events = try writer.events()
    let note = try await writer.note("Note")
    let group = try await writer.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Group"]))
    try await events.untilSynced()
    let one = try await Device(
      "one", server, seed: 1, permissions: PermissionMaps(types: ["core.note": .write]))
    try await one.start()
    #expect(try await one.store.item(id: note.id) != nil)
    #expect(try await one.store.item(id: group.id) == nil)
    await one.client.syncEngine?.stop()

    let other = try await Device(
      "one", server, seed: 1, store: one.store,
      permissions: PermissionMaps(types: ["core.group": .write]))
    let news = try other.events()
    await other.client.syncEngine?.start()
    _ = try await news.next { if case .itemDeleted(let id) = $0 { id == note.id } else { false } }

    #expect(try await other.store.item(id: note.id) == nil)
    #expect(try await other.store.item(id: group.id) != nil)
    for device in [writer, other] { await device.client.syncEngine?.stop() }
  }

  private static let levels: [(String, CredentialRights.Level)] = [
    ("core.note", .write), ("core.task", .read), ("app.a.b", .none), ("user.x", .read),
  ]

  @Test(arguments: levels)
  func `the most specific pattern decides`(type: String, level: CredentialRights.Level) {
    let rights = CredentialRights(
      types: ["*": .read, "core.*": .read, "core.note": .write, "app.*": .none], edges: [:],
      extensions: [:], mayPurge: false)

    #expect(rights.level(ofType: type) == level)
  }

  @Test func `the server's words are read, and nothing said is no limit`() {
    let said: JSONValue = ["types": ["core.*": "read"], "edges": [:], "purge": false]

    #expect(ServerProfile(json: ["may": said]).rights?.level(ofType: "core.note") == .read)
    #expect(ServerProfile(json: ["may": said]).rights?.mayPurge == false)
    #expect(ServerProfile(json: [:]).rights == nil)
    #expect(ServerProfile(json: [:]).binding.mayPurge)
  }
}
