import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RemoteNamespaceTests {
  @Test func `every call of items is answered by a real server`() async throws {
    try await withLoopbackServer { server in
      let items = server.client().items

      let made = try await items.create(
        CreateItemInput(
          type: "core.note", properties: ["title": "Rye", "body": "Flour"], tags: ["bread"]))
      let changed = try await items.update(
        id: made.id, properties: ["title": "Wheat", "body": "Water"],
        options: UpdateOptions(version: made.version))
      #expect(made.version == 1)
      #expect(changed.version == 2)
      #expect(try await items.get(id: made.id) == changed)
      #expect(try await items.list(ListFilters(type: "core.note")).data.map(\.id) == [made.id])
      #expect(try await items.versions(id: made.id).map(\.version) == [1])
      #expect(try await items.transition(id: made.id, to: .archived).state == .archived)
      #expect(try await items.transition(id: made.id, to: .active).state == .active)
      try await items.delete(id: made.id)
      #expect(try await items.stats()[.trashed] == 1)
      #expect(try await items.restore(id: made.id).state == .active)
      let action = try await items.bulkAction(
        .updateTier(.feed), filters: ListFilters(type: "core.note"))
      #expect(action.matched == 1 && action.changed == 1)
      let bulk = try await items.bulk([
        CreateItemInput(type: "core.note", properties: ["title": "B", "body": ""])
      ])
      #expect(bulk.counts.created == 1)
      try await items.purge(id: made.id)
      await #expect(throws: NotFoundError.self) { try await items.get(id: made.id) }
    }
  }

  @Test func `every call of metadata, extensions and versions is answered`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "A", "body": "x"]))

      #expect(try await client.metadata.set(id: note.id, tags: ["b", "a"]).tags == ["a", "b"])
      #expect(try await client.metadata.addTags(id: note.id, tags: ["c"]).tags == ["a", "b", "c"])
      #expect(try await client.metadata.removeTag(id: note.id, tag: "a").tags == ["b", "c"])
      #expect(try await client.metadata.get(id: note.id).tags == ["b", "c"])
      #expect(try await client.metadata.listTags().map(\.tag) == ["b", "c"])
      #expect(try await client.metadata.mergeTags(["b"], into: "d") == 1)
      #expect(try await client.metadata.get(id: note.id).tags == ["c", "d"])
      _ = try await client.extensions.set(id: note.id, namespace: "user.x", data: ["n": 1])
      #expect(try await client.extensions.get(id: note.id, namespace: "user.x") == ["n": 1])
      #expect(try await client.extensions.list(id: note.id).keys.sorted() == ["user.x"])
      #expect(try await client.extensions.remove(id: note.id, namespace: "user.x").isEmpty)
      #expect(try await client.extensions.get(id: note.id, namespace: "user.x") == nil)
      let newer = try await client.items.update(id: note.id, properties: ["body": "y"])
      #expect(newer.version == 2)
      let restored = try await client.versions.restore(id: note.id, version: 1)
      #expect(restored.properties["body"] == "x")
    }
  }

  @Test func `every call of edges is answered, and an update merges`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "A", "body": ""]))
      let book = try await client.items.create(
        CreateItemInput(type: "core.group", properties: ["title": "G"]))

      let edge = try await client.edges.create(
        CreateEdgeInput(
          sourceId: note.id, targetId: book.id, edgeType: "about", properties: ["a": 1, "b": 2]))
      let merged = try await client.edges.update(
        id: edge.id, properties: ["b": .null, "c": 3])
      #expect(merged.properties == ["a": 1, "c": 3])
      #expect(try await client.edges.list(EdgeFilters(sourceId: note.id)).data == [merged])
      #expect(try await client.edges.list(EdgeFilters(targetId: book.id)).data == [merged])
      #expect(try await client.edges.list(EdgeFilters()).data == [merged])
      #expect(
        try await client.edges.listToTargets(targetIds: [book.id, note.id])
          == [book.id: [merged], note.id: []])
      #expect(try await client.edges.types().contains { $0.id == "about" })
      let bulk = try await client.edges.bulk([
        CreateEdgeInput(sourceId: book.id, targetId: note.id, edgeType: "parent-of")
      ])
      #expect(bulk.counts.created == 1)
      try await client.edges.delete(id: edge.id)
      #expect(try await client.edges.list(EdgeFilters(sourceId: note.id)).data.isEmpty)
    }
  }

  @Test func `every call of blobs, types, keys and webhooks is answered`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()

      let hash = try await client.blobs.upload(data: Array("hello".utf8), mimeType: "text/plain")
      #expect(try await client.blobs.get(hash) == Array("hello".utf8))
      #expect(try await client.blobs.exists(hash))
      let folder = try TemporaryDirectory()
      try Data("hello".utf8).write(to: URL(filePath: folder.path + "/a"))
      #expect(
        try await client.blobs.upload(file: folder.path + "/a", mimeType: "text/plain") == hash)
      await #expect(throws: BlobFileError.self) {
        try await client.blobs.upload(file: folder.path, mimeType: "text/plain")
      }
      #expect(try await !client.blobs.exists("sha256:" + String(repeating: "0", count: 64)))
      await #expect(throws: ValidationError.self) { try await client.blobs.url(hash) }
      let type = try await client.types.register(
        ItemType(id: "user.recipe", fields: ["title": FieldDefinition(.string)], version: 1))
      #expect(try await client.types.get(id: "user.recipe") == type)
      #expect(try await client.types.list().contains { $0.id == "user.recipe" })
      try await client.types.delete(id: "user.recipe")
      let key = try await client.keys.create(
        CreateKeyBody(label: "l", source: "S", typePermissions: ["*": .read]))
      #expect(try await client.keys.list().count == 2)
      #expect(
        try await client.keys.update(id: key.description.id, PatchKeyBody(label: "m")).label == "m")
      try await client.keys.delete(id: key.description.id)
      let hook = try await client.webhooks.create(
        CreateWebhookBody(url: "http://example.org/hook", events: ["item.created"]))
      #expect(try await client.webhooks.get(id: hook.id).url == hook.url)
      #expect(try await client.webhooks.list().count == 1)
      #expect(try await client.webhooks.deliveries(id: hook.id).isEmpty)
      try await client.webhooks.delete(id: hook.id)
    }
  }

  @Test func `a search finds words with their marks`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()
      _ = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour & water"]))

      let found = try await client.search(query: "flour")

      #expect(found.hits.map(\.summary.title) == ["Rye"])
    }
  }

  @Test func `a stale version is settled as the client says`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "A", "body": "one"]))
      _ = try await client.items.update(id: note.id, properties: ["body": "theirs"])
      let stale = UpdateOptions(version: 1, conflict: .manual)

      await #expect(throws: ConflictError.self) {
        try await client.items.update(id: note.id, properties: ["body": "mine"], options: stale)
      }
      let merged = try await client.items.update(
        id: note.id, properties: ["body": "mine", "title": "B"], options: UpdateOptions(version: 1))

      #expect(merged.properties["body"] == "theirs")
      #expect(merged.properties["title"] == "B")
      let copies = try await client.items.list(ListFilters(tags: ["conflicted-copy"])).data
      #expect(copies.map { $0.properties["body"] } == ["mine"])
    }
  }

  @Test func `the server in memory answers as the one behind a socket`() async throws {
    let memory = InMemoryServer()
    let client = MarfaClient(transport: memory)

    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "A", "body": "one"], tags: ["t"]))

    #expect(try await client.items.get(id: note.id).version == 1)
    #expect(try await client.metadata.get(id: note.id).tags == ["t"])
    await #expect(throws: NotFoundError.self) { try await client.items.get(id: "nothing") }
    var events = memory.eventStream(path: "/events", query: [], lastEventID: "0")
      .makeAsyncIterator()
    #expect(try await events.next()?.event == "stream_cursor")
    #expect(try await events.next()?.event == "item.created")
    #expect(try await events.next()?.event == "metadata.changed")
  }
}
