import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// The documentation's samples that are not SwiftUI, as programs write them.
@Suite(.timeLimit(.minutes(20))) struct DocumentationSampleTests {
  @Test func `a synced client is opened, started, observed and stopped`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let client = try await MarfaClient.synced(
        url: server.url, apiKey: server.key, storePath: folder.path + "/notes.sqlite",
        connectionManager: ConnectionStateManager())
      let engine = try #require(client.syncEngine)
      let activity = await SyncActivity()
      let follower = Task { await activity.follow(engine) }
      let events = SyncEventReader(engine.events)

      await client.syncEngine?.start()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": .string("Hello")]))
      while try await client.mutationQueue?.fetchAll().isEmpty == false {
        try await events.untilSynced()
      }

      #expect(try await server.client().items.get(id: note.id).properties["body"] == "Hello")
      await client.syncEngine?.stop()
      follower.cancel()
      await follower.value
    }
  }

  @Test func `an activity shows what the engine reports`() async throws {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    try await one.start()
    try await two.start()
    let engine = try #require(two.client.syncEngine)
    let activity = await SyncActivity()
    let events = SyncEventReader(engine.events)

    let note = try await one.note("A")
    await activity.take(
      try await events.next { if case .itemCreated = $0 { true } else { false } })
    two.refuse { method, _ in method == "PATCH" }
    try await two.client.items.update(id: note.id, properties: ["body": "x"])
    await activity.take(
      try await events.next { if case .mutationDropped = $0 { true } else { false } })
    await activity.take(
      try await events.next { if case .synced = $0 { true } else { false } })

    #expect(await activity.changedItems == [note.id])
    #expect(await activity.toasts == ["updateItem of \(note.id) after 1: Not today."])
    #expect(await activity.lastSynced != nil)
    for device in [one, two] { await device.client.syncEngine?.stop() }
  }

  @Test func `a resolver settles a conflict where the update is made`() async throws {
    try await withLoopbackServer { server in
      let client = server.client()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": .string("base")]))
      try await client.items.update(id: note.id, properties: ["body": .string("theirs")])

      let merged = try await client.items.update(
        id: note.id,
        properties: ["body": .string("mine")],
        options: UpdateOptions(
          version: note.version,
          conflict: .callback,
          resolve: { conflict in
            let theirs = conflict.current.properties["body"]?.stringValue ?? ""
            let mine = conflict.clientPatch["body"]?.stringValue ?? ""
            return ["body": .string(theirs + " and " + mine)]
          }
        )
      )

      #expect(merged.properties["body"] == "theirs and mine")
    }
  }

  @Test func `errors are told apart by their type, and by their code beyond that`() async throws {
    let transport = MockTransport()
    let client = MarfaClient(transport: transport)
    transport.enqueue(status: 404, json: ["error": ["code": "item_not_found", "message": "No."]])

    do {
      _ = try await client.items.get(id: "nothing")
      Issue.record("It must throw.")
    } catch let error as NotFoundError {
      #expect(error.code == "item_not_found")
    } catch let error as any MarfaError {
      Issue.record("It is \(error.code).")
    }
  }

  @Test func `a client in memory needs neither file nor server`() async throws {
    let client = try MarfaSDKTest.makeInMemoryClient()
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string("x")]))

    #expect(try await client.items.get(id: note.id).id == note.id)
    #expect(client.syncEngine == nil)
    #expect(client.mutationQueue == nil)
  }
}
