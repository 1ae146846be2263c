import MarfaSDK
import Testing

/// What a key may not do is refused at the call, and nothing of it is queued.
@Suite(.timeLimit(.minutes(20))) struct PermittedChangeTests {
  private static let maps = PermissionMaps(
    types: ["core.note": .write, "core.group": .read, "*": .none], extensions: ["user.*": .write],
    edges: ["about": .write])

  private struct Scene {
    var device: Device
    var note: Item
    var group: Item
  }

  /// A device whose key may write notes and little else, with a note and a notebook.
  private func scene() async throws -> Scene {
    let server = InMemoryServer()
    let group = server.ask(
      "POST", "/items", ["type": "core.group", "properties": ["title": "Group"]])
    let device = try await Device("member", server, seed: 1, permissions: Self.maps)
    try await device.start()
    var note: Item?
    try await device.synced { note = try await device.note("A", "text") }
    let id = try #require(group.body.objectValue?["item"]?.objectValue?["id"]?.stringValue)
    return Scene(
      device: device, note: try #require(note),
      group: try #require(try await device.store.item(id: id)))
  }

  /// Something that a person tries, and the code with which it is refused.
  fileprivate struct Attempt: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: String
    var act: @Sendable (MarfaClient, _ note: String, _ group: String) async throws -> Void
  }

  fileprivate static let attempts = [
    Attempt(testDescription: "create a notebook", code: "type_not_permitted") { client, _, _ in
      try await client.items.create(
        CreateItemInput(type: "core.group", properties: ["title": "B"]))
    },
    Attempt(testDescription: "rename a notebook", code: "type_not_permitted") { client, _, group in
      try await client.items.update(id: group, properties: ["title": "B"])
    },
    Attempt(testDescription: "attach to a notebook", code: "type_not_permitted") {
      client, _, group in
      _ = try await client.attachments?.add(data: [1], to: group, title: "a")
    },
    Attempt(testDescription: "tag a notebook", code: "type_not_permitted") { client, _, group in
      _ = try await client.metadata.addTags(id: group, tags: ["t"])
    },
    Attempt(testDescription: "trash a notebook", code: "type_not_permitted") { client, _, group in
      try await client.items.transition(id: group, to: .trashed)
    },
    Attempt(testDescription: "purge a notebook", code: "type_not_permitted") { client, _, group in
      try await client.items.purge(id: group)
    },
    Attempt(testDescription: "move into a notebook", code: "edge_permission_denied") {
      client, note, group in
      try await client.edges.create(
        CreateEdgeInput(sourceId: group, targetId: note, edgeType: "parent-of"))
    },
    Attempt(testDescription: "an edge from a notebook", code: "type_not_permitted") {
      client, note, group in
      try await client.edges.create(
        CreateEdgeInput(sourceId: group, targetId: note, edgeType: "about"))
    },
    Attempt(testDescription: "a note with such an edge", code: "edge_permission_denied") {
      client, note, _ in
      try await client.items.create(
        CreateItemInput(
          type: "core.note", properties: ["body": "B"], edges: ["references": [note]]))
    },
    Attempt(testDescription: "write an extension", code: "forbidden") { client, note, _ in
      _ = try await client.extensions.set(id: note, namespace: "app.other.x", data: ["a": 1])
    },
  ]

  @Test(arguments: attempts)
  fileprivate func `a change that the key does not permit is refused, and leaves nothing behind`(
    attempt: Attempt
  ) async throws {
    let scene = try await scene()
    let (client, note, group) = (scene.device.client, scene.note.id, scene.group.id)

    let error = await #expect(throws: ForbiddenError.self) {
      try await attempt.act(client, note, group)
    }

    #expect(error?.code == attempt.code)
    #expect(error?.status == nil)
    #expect(try await scene.device.queue.fetchAll().isEmpty)
    #expect(try await client.items.list(ListFilters(limit: 10)).data.count == 2)
    #expect(try await client.items.get(id: group) == scene.group)
    #expect(try await client.edges.list(EdgeFilters()).data.isEmpty)
    #expect(try await client.extensions.list(id: note).isEmpty)
    #expect(try await scene.device.store.quickCheck() == [])
    await client.syncEngine?.stop()
  }

  @Test func `of a bulk call only what the key may do is done`() async throws {
    let scene = try await scene()
    let events = try scene.device.events()

    let result = try await scene.device.client.items.bulk(
      [
        CreateItemInput(type: "core.group", properties: ["title": "B"]),
        CreateItemInput(type: "core.note", properties: ["body": "C"]),
      ], atomic: false)
    try await events.untilSynced()

    #expect(result.results.map(\.outcome) == [.errored, .created])
    #expect(result.results[0].error?.code == "type_not_permitted")
    #expect(try await scene.device.queue.fetchRefused().isEmpty)
    await scene.device.client.syncEngine?.stop()
  }

  @Test func `a change that the key permits is sent, with its extensions and edges`() async throws {
    let scene = try await scene()
    let client = scene.device.client

    try await scene.device.synced {
      let other = try await scene.device.note("B")
      try await client.edges.create(
        CreateEdgeInput(sourceId: other.id, targetId: scene.group.id, edgeType: "about"))
      _ = try await client.extensions.set(id: other.id, namespace: "user.x", data: ["a": 1])
    }

    #expect(try await scene.device.queue.fetchRefused().isEmpty)
    let there = scene.device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue
    #expect(there?.count == 1)
    await client.syncEngine?.stop()
  }

  @Test func `an import goes without the origin that the key may not write`() async throws {
    let scene = try await scene()
    let device = scene.device

    try await device.synced {
      var new = NewItem(CreateItemInput(type: "core.note", properties: ["body": "imported"]))
      new.origin = ItemOrigin(name: "folder", path: "a.md")
      let made = new
      _ = try await device.store.createItem(made)
    }

    #expect(try await device.queue.fetchRefused().isEmpty)
    let there = device.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue ?? []
    #expect(there.count == 3)
    #expect(try await device.store.importedItems(from: "folder", isTrashed: false).count == 1)
    await device.client.syncEngine?.stop()
  }

  @Test func `the copy of a conflict is made without the edge that the key may not make`()
    async throws
  {
    let scene = try await scene()
    let device = scene.device
    let events = try device.events()
    await device.client.syncEngine?.pause()
    try await device.client.items.update(id: scene.note.id, properties: ["body": "mine"])
    device.line.ask("PATCH", "/items/" + scene.note.id, ["properties": ["body": "theirs"]])

    await device.client.syncEngine?.resume()
    _ = try await events.next { if case .conflictAutoMerged = $0 { true } else { false } }
    while try await !device.queue.fetchAll().isEmpty { try await events.untilSynced() }

    #expect(try await device.body(scene.note.id) == "theirs")
    let copies = try await device.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["mine"])
    #expect(try await device.queue.fetchRefused().isEmpty)
    await device.client.syncEngine?.stop()
  }

  @Test func `a key that may do everything is asked nothing`() async throws {
    let device = try await Device("admin", InMemoryServer(), seed: 1)
    try await device.start()

    try await device.synced {
      try await device.client.items.create(
        CreateItemInput(type: "core.group", properties: ["title": "G"]))
    }

    #expect(try await device.queue.fetchRights() == .all)
    await device.client.syncEngine?.stop()
  }
}
