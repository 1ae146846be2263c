import Documents
import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// What the rows of a note keep while its server answers, or does not.
extension NoteTroubleTests {
  @Test func `a text that another program bound to a document is opened under its key`()
    async throws
  {
    try await withTwo("hello") { scene in
      let client = Client(transport: CurlTransport(url: scene.server.url, apiKey: scene.server.key))
      try await client.activate()
      let other = Document(key: "of-another-program")
      try await client.attach(
        other, to: DocumentEndpoints.Binding(itemId: scene.note, field: "body"))

      let ana = try await scene.one.open(scene.note)

      #expect(ana.text == "hello")
      #expect(try await scene.one.store.knownReplicas().map(\.document) == ["of-another-program"])
      try ana.type("A ", at: 0)
      try await ana.save()
      await ana.note.close()
      _ = await scene.one.notes.settleWaiting()
      try await client.sync(other)
      #expect(await other.read { $0.jsonText("body")?.string } == "A hello")
      // It is known from now on, also while the server is not reached.
      scene.line.setFault { _ in .lostRequest }
      let again = try await scene.one.open(scene.note)
      #expect(again.text == "A hello")
      #expect(await scene.one.notes.note(id: scene.note) == nil)
      await again.note.close()
    }
  }

  @Test func `everything is on the server only once the documents of notes are, too`() async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let (id, other) = (try await two.create("hello"), try await two.create("other"))
      let line = DocumentLine(server)
      let store = try LocalStore.open(path: folder.path + "/one/notes.sqlite")
      let client = try await MarfaClient.synced(
        store: store, transport: line, url: server.url.absoluteString)
      let engine = try #require(client.syncEngine)
      let first = SyncEventReader(engine.events)
      await engine.start()
      try await first.untilSynced()
      let note = try #require(await engine.notes.note(id: id))
      _ = try await note.open()
      await note.close()
      let events = SyncEventReader(engine.events)
      line.setFault { $0.path.hasPrefix("/documents") ? .lostRequest : nil }

      try await store.mergeText(id: id, from: "hello", to: "hello!")
      let heard = two.client.syncEngine.map { SyncEventReader($0.events) }
      await two.client.syncEngine?.start()
      try await client.items.update(id: other, properties: ["title": "One"])
      try await heard?.until(item: other)
      try await two.client.items.update(id: other, properties: ["title": "Two"])
      while try await store.noteText(id: other).title != "Two" {
        try await events.until(item: other)
      }
      #expect(await !events.seen.contains("synced"))
      #expect(try await store.pendingMutations().map(\.kind) == [.pushDocument])

      line.setFault(nil)
      try await events.untilSynced()
      #expect(try await store.pendingMutations().isEmpty)
      await engine.stop()
      await two.client.syncEngine?.stop()
    }
  }

  @Test func `changes of others up to a snapshot are no edit of mine in a later merge`()
    async throws
  {
    var settings = ServerSettings()
    settings.documents.snapshotThreshold = 3
    try await withLoopbackServer(settings: settings) { server in
      let folder = try TemporaryDirectory()
      let line = DocumentLine(server)
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create("one\n\ntwo\n\n")
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", over: line)
      try await one.sync()
      let ana = try await one.open(id)
      await one.notes.pause(true)
      let bo = try await two.open(id)
      for character in "thre" { try await Self.append(String(character), to: bo) }
      await bo.note.close()
      _ = await two.notes.settleWaiting()
      #expect(try await two.waiting() == [])
      try ana.type("A", at: 0)
      try await ana.save()
      let gate = AnswerGate()
      line.failNext("/sync", .held(gate))
      await one.notes.pause(false)
      await gate.isReached()
      // Unsent when the snapshot comes, and after it.
      try ana.type("B", at: 6)
      try await ana.save()
      line.setFault { $0.path.hasSuffix("/sync") ? .lostRequest : nil }
      gate.open()
      try await ana.until { $0 == "Aone\n\nBtwo\n\nthre" }
      await ana.note.close()
      try await two.replace(id, by: two.body(id) + "e four")
      _ = await two.notes.settleWaiting()
      #expect(try await two.waiting() == [])
      #expect(try await one.waiting() == [.pushDocument])
      try await one.isForgotten()

      line.setFault(nil)
      #expect(await one.notes.settleWaiting().didSettle)

      let text = try await one.body(id)
      #expect(text == "Aone\n\nBtwo\n\nthree four")
      #expect(try await one.store.parkedConflicts().isEmpty)
    }
  }

  @Test func `a machine that cannot note which file it works with opens notes all the same`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/one/notes.sqlite"
      let one = try await NoteDevice(server, path)
      let id = try await one.create("hello")
      try FileManager.default.createDirectory(
        atPath: path + ".lock.documents", withIntermediateDirectories: true)

      let ana = try await one.open(id)

      #expect(ana.text == "hello")
      await ana.note.close()
    }
  }

  private static func append(_ text: String, to editor: NoteEditor) async throws {
    try editor.type(text, at: editor.text.unicodeScalars.count)
    // A snapshot may have taken the place of the editor's copy.
    while case .superseded(let newer) = try await editor.save() {
      editor.copy = newer
      try editor.type(text, at: editor.text.unicodeScalars.count)
    }
  }
}
