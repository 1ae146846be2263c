import Documents
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// The samples of the documentation's page on editing together, in its order.
@Suite(.timeLimit(.minutes(20))) struct EditingTogetherTests {
  @Test func `the seven steps lead where the page says`() async throws {
    try await withLoopbackServer { server in
      let (url, key) = (server.url.absoluteString, server.key)
      let shown = Mutex<[String]>([])
      @Sendable func show(_ line: String) { shown.withLock { $0.append(line) } }

      let client = Client(url, ClientOptions(apiKey: key))
      try await client.activate()
      let doc = Document(key: "list-1")
      try await client.attach(doc, ["name": "Ana"], .realtime)

      try await doc.update(
        { root, presence in
          root.todos = ["milk"]
          root.note = JSONText()
          try root.jsonText("note")?.edit(0, 0, "Hello")
          presence.set(["cursor": ["line": 1]])
        }, message: "The list")

      await doc.subscribe { event, _ in
        if let change = event as? RemoteChangeEvent { show(change.value.message) }
      }
      await doc.subscribePresence(.others) { event, _ in
        if let somebody = event as? WatchedEvent { show("\(somebody.value.clientID) is here") }
      }
      try await client.sync(doc)
      let other = try await DocumentMeeting(server, key: "list-1").join("other")
      let id = await other.document.actorID

      let selection = try await doc.read { try $0.jsonText("note")?.indexRangeToPosRange(1..<5) }

      try await other.document.update(
        { root, _ in try root.jsonText("note")?.edit(0, 0, "Oh: ") }, message: "A word")
      try await other.sync()
      try await client.changeSyncMode(doc, .manual)
      try await client.sync(doc)

      let kept = try #require(selection)
      #expect(await doc.read { $0.jsonText("note")?.posRangeToIndexRange(kept) } == 5..<9)
      #expect(shown.withLock { $0 }.last == "A word")
      #expect(shown.withLock { $0 }.allSatisfy { $0 == "A word" || $0 == "\(id) is here" })

      let before = await doc.toJSON()
      try await doc.undo()
      try await doc.redo()
      #expect(await doc.toJSON() == before)

      try await client.detach(doc)
      try await client.deactivate()
      #expect(await doc.status == .detached)
    }
  }
}
