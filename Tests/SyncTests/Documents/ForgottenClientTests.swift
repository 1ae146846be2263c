import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaServer
import TestSupport
import Testing

/// Clients that the server forgot, and rows that could not be written.
@Suite(.timeLimit(.minutes(20))) struct ForgottenClientTests {
  /// Lets the server forget a client, as housekeeping does after a day of silence.
  private func forget(_ one: Participant, _ server: LoopbackServer) async throws {
    let id = await one.document.actorID
    let transport = CurlTransport(url: server.url, apiKey: server.key)
    let answer = try await transport.rawRequest(
      method: "DELETE", path: "/documents/clients/\(id)", query: [], headers: [:], body: nil)
    #expect(answer.status == 200)
  }

  @Test func `DOC-M17 after housekeeping and compaction unsent edits go out by another actor`()
    async throws
  {
    var settings = ServerSettings()
    settings.documents.compactionChanges = 5
    try await withLoopbackServer(settings: settings) { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "one two")
      }
      for _ in 0..<6 { try await one.update { root, _ in root.n = 1 } }
      try await one.sync()
      let former = await one.document.actorID
      try await forget(one, server)

      try await one.update { root, _ in try root.jsonText("text")?.edit(3, 3, " and") }
      try await one.sync()

      // What was asked for is there when the call returns.
      #expect(await !one.document.hasLocalChanges)
      #expect(await one.document.actorID != former)
      #expect(one.heard.types(.snapshot) != [])
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == #"{"n":1,"text":[{"val":"one and two"}]}"#)
      #expect(await one.json == two.json)
      try await one.client.detach(one.document)
      #expect(await one.document.status == .detached)
    }
  }

  @Test func `an unsent edit in words that were deleted and compacted meanwhile stays`()
    async throws
  {
    var settings = ServerSettings()
    settings.documents.compactionChanges = 5
    try await withLoopbackServer(settings: settings) { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "one two three")
      }
      try await one.sync()
      try await one.update { root, _ in try root.jsonText("text")?.edit(6, 6, " and a half") }
      try await forget(one, server)
      let two = try await meeting.join("two", [:], .manual)
      try await two.update { root, _ in try root.jsonText("text")?.edit(4, 8, "") }
      for _ in 0..<6 { try await two.update { root, _ in root.n = 1 } }
      try await two.sync()
      try await two.sync()
      // What everybody has seen deleted is forgotten.
      #expect(await two.document.garbageLength == 0)
      try await two.client.detach(two.document)

      try await one.sync()

      let three = try await meeting.join("three", [:], .manual)
      let text = await three.document.read { $0.jsonText("text")?.string ?? "" }
      #expect(text == "one  and a halfthree")
      #expect(await one.json == three.json)
      #expect(await !one.document.hasLocalChanges)
    }
  }

  @Test func `every caller gets an exchange while a new actor is asked for`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", [:], .manual, over: line)
      try await one.update { root, _ in root.a = 1 }
      try await forget(one, server)
      let gate = AnswerGate()
      line.failNext("/attach", .held(gate))

      async let first: Void = one.sync()
      await gate.isReached()
      async let second: Void = one.sync()
      try await one.update { root, _ in root.b = 2 }
      gate.open()
      try await first
      try await second

      #expect(await !one.document.hasLocalChanges)
      #expect(try await meeting.join("two", [:], .manual).json == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `a presence that changes while the client asks for a new actor is sent afterwards`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let two = try await meeting.join("two")
      let one = try await meeting.join("one", ["name": "Ana"], over: line)
      let former = await one.document.actorID
      try await forget(one, server)
      let gate = AnswerGate()
      line.failNext("/attach", .held(gate))

      async let syncing: Void = one.sync()
      await gate.isReached()
      try await one.update { _, presence in presence.set(["name": "Bo"]) }
      gate.open()
      try await syncing

      let id = await one.document.actorID
      #expect(id != former)
      await two.heard.until { await two.document.getPresence(id) == ["name": "Bo"] }
      #expect(await two.document.getPresence(id) == ["name": "Bo"])
    }
  }

  @Test func `a server that refuses each new actor is left alone after the second`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", [:], .manual, over: line)
      try await one.update { root, _ in root.a = 1 }
      line.setFault { asked in
        asked.path.hasSuffix("/sync") ? .answer(.refusal(409, "replica_forked")) : nil
      }

      let error = await #expect(throws: DocumentSyncError.self) { try await one.sync() }

      #expect(error?.reason == .forked)
      #expect(line.count(of: "/sync") == 2)
      line.setFault(nil)
      try await one.sync()
      #expect(try await meeting.join("two", [:], .manual).json == #"{"a":1}"#)
    }
  }

  @Test func `a change that cannot be stored is asked for again`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let two = try await meeting.join("two", [:], .manual)
      let rows = FailingPersistence()
      let client = try await meeting.client("one")
      let document = Document(key: meeting.key, in: rows)
      try await client.attach(document, [:], .manual)
      try await two.update { root, _ in root.list = ["a"] }
      try await two.sync()

      await rows.failNext()
      await #expect(throws: FailingPersistence.Full.self) { try await client.sync(document) }
      #expect(await document.toJSON() == "{}")
      try await client.sync(document)
      try await document.update { root, _ in try root.jsonArray("list")?.append("b") }

      let stored = try #require(await rows.load())
      #expect(stored.replica.toJSON() == #"{"list":["a","b"]}"#)
      try await client.sync(document)
      try await two.sync()
      #expect(await two.json == #"{"list":["a","b"]}"#)
    }
  }
}

/// Rows in memory that cannot be written once.
private actor FailingPersistence: DocumentPersistence {
  struct Full: Error {}

  private let rows = InMemoryDocumentPersistence()
  private var fails = false

  func failNext() { fails = true }

  func load() async -> StoredDocument? { await rows.load() }

  func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
  ) async throws -> DocumentWrite {
    try check()
    return await rows.commit(changes, leadingTo: replica, over: token, note: note)
  }

  func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) async throws -> DocumentWrite {
    try check()
    return await rows.receive(changes, leadingTo: replica, over: token)
  }

  func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?
  ) async throws -> DocumentWrite {
    try check()
    return await rows.replace(with: replica, confirmed: confirmed, over: token)
  }

  func forgetHistory() async throws {
    try check()
    await rows.forgetHistory()
  }

  func forget() async { await rows.forget() }

  private func check() throws {
    defer { fails = false }
    if fails { throw Full() }
  }
}
