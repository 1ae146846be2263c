import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Documents that a client keeps in its file.
@Suite(.timeLimit(.minutes(20))) struct StoredClientTests {
  @Test func `edits made without the server survive restarts and are sent once`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let actor = try await desk.process { one in
        try await one.update { root, _ in root.n = JSONCounter(value: 0) }
        try await one.sync()
        desk.set(isOnline: false)
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
        return await one.document.actorID
      }
      let asked = desk.line.asked.count
      try await desk.process { one in
        #expect(await one.json == #"{"n":1}"#)
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      }
      #expect(desk.line.asked.count == asked)
      desk.set(isOnline: true)

      let one = try await desk.open()
      #expect(await one.json == #"{"n":2}"#)
      #expect(await one.document.hasLocalChanges)
      #expect(await one.document.actorID == actor)
      try await one.sync()

      #expect(await !one.document.hasLocalChanges)
      #expect(try await DocumentMeeting(server).join("two", [:], .manual).json == #"{"n":2}"#)
      #expect(desk.line.count(of: "/attach") == 1)
      #expect(desk.line.count(of: "/clients") == 1)
    }
  }

  @Test func `in real time a stored document opens at once and follows by itself`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.a = 1 }
        try await one.sync()
      }
      let two = try await DocumentMeeting(server).join("two")
      try await two.update { root, _ in root.b = 2 }
      try await two.sync()
      desk.set(isOnline: false)

      let one = try await desk.open("doc-1", .realtime)
      #expect(await one.json == #"{"a":1}"#)
      try await one.update { root, _ in root.c = 3 }
      desk.set(isOnline: true)
      await one.client.retry()

      await one.reaches(#"{"a":1,"b":2,"c":3}"#)
      await two.reaches(#"{"a":1,"b":2,"c":3}"#)
    }
  }

  @Test(arguments: [SyncMode.manual, .realtime])
  func `a subscriber of a stored document hears first that nobody is known`(
    mode: SyncMode
  ) async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in try await one.sync() }
      desk.set(isOnline: false)

      let one = try await desk.open("doc-1", mode)

      let heard = one.heard.types(.initialized, .presenceChanged)
      #expect(heard == [.initialized, .presenceChanged])
    }
  }

  @Test func `values for missing keys, a presence and the size limit are those of the attachment`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.a = 1 }
        try await one.sync()
      }

      let client = desk.client()
      try await client.activate()
      let document = Document(key: "doc-1", sizeLimit: 200)
      try await client.attach(document, ["name": "Ana"], .manual, initialRoot: ["a": 5, "b": 2])

      #expect(await document.toJSON() == #"{"a":1,"b":2}"#)
      #expect(await document.getMyPresence() == ["name": "Ana"])
      await #expect(throws: DocumentsError.self) {
        try await document.update({ root, _ in root.c = String(repeating: "x", count: 400) })
      }
      try await client.sync(document)
      #expect(
        try await DocumentMeeting(server).join("two", [:], .manual).json == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `a document that was let go or removed is stored no more`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      let mine = try await desk.open()
      try await mine.update { root, _ in root.a = 1 }
      try await mine.client.detach(mine.document)
      try await two.sync()
      try await two.update { root, _ in root.a = 2 }
      try await two.sync()
      // Attached again: it has what the server has.
      try await desk.process { one in #expect(await one.json == #"{"a":2}"#) }
      #expect(desk.line.count(of: "/attach") == 2)

      try await two.client.remove(two.document)
      try await desk.process { one in
        try await one.sync()
        #expect(await one.document.status == .removed)
      }

      try await desk.process { one in #expect(await one.json == "{}") }
      #expect(desk.line.count(of: "/attach") == 3)
    }
  }

  @Test func `a document that was edited before it is attached is refused, and keeps its edits`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in try await one.update { root, _ in root.a = 1 } }
      let client = desk.client()
      try await client.activate()
      let document = Document(key: "doc-1")
      try await document.update { root, _ in root.a = 2 }

      let error = await #expect(throws: DocumentSyncError.self) {
        try await client.attach(document, [:], .manual)
      }

      #expect(error?.reason == .editedTooEarly)
      #expect(await document.toJSON() == #"{"a":2}"#)
      #expect(await !client.has("doc-1"))
      try await desk.process { one in #expect(await one.json == #"{"a":1}"#) }
    }
  }

  @Test func `a file is for documents of one server`() async throws {
    let folder = try TemporaryDirectory()
    try await withLoopbackServer { server in
      func client(_ url: String) -> Client {
        Client(url, ClientOptions(apiKey: server.key, storePath: folder.path + "/a.sqlite"))
      }
      try await client(server.url.absoluteString).activate()
      let other = client("http://127.0.0.1:1")

      let error = await #expect(throws: DocumentSyncError.self) { try await other.activate() }

      #expect(error?.reason == .otherServer)
      try await client(server.url.absoluteString).activate()
    }
  }

  // MARK: - Other actors

  @Test func `unsent edits of a client that was deactivated without a line go out later`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let one = try await desk.open()
      try await one.update { root, _ in root.a = 1 }
      try await one.sync()
      desk.set(isOnline: false)
      try await one.update { root, _ in root.b = 2 }
      await #expect(throws: NetworkError.self) { try await one.client.deactivate() }
      try await desk.process { again in #expect(await again.json == #"{"a":1,"b":2}"#) }
      desk.set(isOnline: true)

      let former = try await desk.process { again in
        try await again.sync()
        let id = await again.document.actorID
        try await again.update { root, _ in root.c = 3 }
        desk.line.setFault { $0.path.hasSuffix("/sync") ? .lostRequest : nil }
        await #expect(throws: NetworkError.self) { try await again.client.deactivate() }
        desk.set(isOnline: true)
        return id
      }
      try await desk.process { again in
        #expect(await again.json == #"{"a":1,"b":2,"c":3}"#)
        try await again.sync()
        #expect(await again.document.actorID != former)
        #expect(await !again.document.hasLocalChanges)
      }

      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1,"b":2,"c":3}"#)
    }
  }

  @Test func `a client that the server forgot goes on under an id that it keeps`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let former = try await desk.process { one in
        try await one.update { root, _ in root.a = 1 }
        try await one.sync()
        try await one.update { root, _ in root.b = 2 }
        return await one.document.actorID
      }
      let transport = CurlTransport(url: server.url, apiKey: server.key)
      _ = try await transport.rawRequest(
        method: "DELETE", path: "/documents/clients/\(former)", query: [], headers: [:], body: nil)

      // Another document finds it out first.
      let next = try await desk.process("doc-2") { other in
        #expect(await other.document.actorID != former)
        return await other.document.actorID
      }
      try await desk.process { one in
        try await one.sync()
        #expect(await one.document.actorID == next)
        #expect(await !one.document.hasLocalChanges)
      }

      #expect(desk.line.count(of: "/clients") == 2)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `a restored file sends again nothing that was sent, and all that it made since`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let copy = try await desk.process { one in
        try await one.update { root, _ in root.n = JSONCounter(value: 0) }
        try await one.sync()
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
        let copy = try await desk.copied()
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 10) }
        try await one.sync()
        return copy
      }

      copy.set(isOnline: false)
      await #expect(throws: NetworkError.self) { try await copy.client().activate() }
      copy.set(isOnline: true)
      try await copy.process { other in
        #expect(await other.json == #"{"n":1}"#)
        try await other.update { root, _ in try root.jsonCounter("n")?.increase(value: 100) }
        try await other.sync()
        #expect(await other.json == #"{"n":111}"#)
      }

      #expect(try await DocumentMeeting(server).join("two", [:], .manual).json == #"{"n":111}"#)
    }
  }

  @Test func `a copied file takes another actor before it sends anything`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let actor = try await desk.process { one in
        try await one.update { root, _ in
          root.text = JSONText()
          try root.jsonText("text")?.edit(0, 0, "both")
        }
        try await one.sync()
        return await one.document.actorID
      }
      let copy = try await desk.copied()

      // The same number of the same actor, with other words.
      try await desk.process { one in
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, "first ") }
        try await one.sync()
        #expect(await one.document.actorID == actor)
      }
      let answered = desk.line.asked.count
      try await copy.process { other in
        try await other.update { root, _ in try root.jsonText("text")?.edit(4, 4, " second") }
        try await other.sync()
        #expect(await other.document.actorID != actor)
      }

      // The id, the attachment, and what was typed; nothing was refused.
      let paths = desk.line.asked.dropFirst(answered).map(\.path)
      #expect(paths.first?.hasSuffix("/clients") == true)
      #expect(paths.dropFirst().first?.hasSuffix("/attach") == true)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      let text = await two.document.read { $0.jsonText("text")?.string ?? "" }
      #expect(text == "first both second")
    }
  }
}
