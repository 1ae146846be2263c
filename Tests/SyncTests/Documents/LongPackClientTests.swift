import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaServer
import TestSupport
import Testing

/// Clients with more unsent changes than the server takes at once, of which it refuses some.
@Suite(.timeLimit(.minutes(20))) struct LongPackClientTests {
  private static func text(_ one: Participant) async -> String {
    await one.document.read { $0.jsonText("text")?.string ?? "" }
  }

  private static func unsent(_ one: Participant) async -> Int {
    await one.document.numberedReplica().replica.localChanges.count
  }

  /// Types at the end, a change for each letter.
  private static func type(_ letter: String, _ count: Int, in document: Document) async throws {
    for _ in 0..<count {
      try await document.update { root, _ in
        let text = root.jsonText("text")
        try text?.edit(text?.count ?? 0, text?.count ?? 0, letter)
      }
    }
  }

  /// Somebody with a document that has a text.
  private static func begin(
    _ meeting: DocumentMeeting, over line: DocumentLine? = nil
  ) async throws -> Participant {
    let one = try await meeting.join("one", [:], .manual, over: line)
    try await one.update { root, _ in root.text = JSONText() }
    try await one.sync()
    return one
  }

  // MARK: - Other copies

  @Test func `after the server was set back what was typed is there once`() async throws {
    try await withLoopbackServer { server in
      let (meeting, line) = (DocumentMeeting(server), DocumentLine(server))
      let one = try await Self.begin(meeting, over: line)
      let two = try await meeting.join("two", [:], .manual)
      let three = try await meeting.join("three", [:], .manual)
      let former = await one.document.actorID
      // What she did after the backup only the first has heard of.
      var lost = await three.document.numberedReplica().replica
      try lost.update { root, _ in try root.set("lost", to: 1) }
      try await Self.type("a", 60, in: one.document)
      let known = await one.document.numberedReplica().replica.checkpoint
      let heard = ChangePack(
        documentKey: meeting.key,
        checkpoint: Checkpoint(
          serverSequence: known.serverSequence + 1, clientSequence: known.clientSequence),
        changes: lost.localChanges)
      line.failNext("/sync", .answer(TransportResponse(status: 200, body: heard.encoded())))
      try await one.sync()
      for number in 1...2 {
        try await two.update { root, _ in try root.set("kept", to: number) }
      }
      try await two.sync()
      try await Self.type("b", 60, in: one.document)

      try await one.sync()
      try await two.sync()

      #expect(await one.document.actorID != former)
      #expect(await Self.unsent(one) == 0)
      let typed = String(repeating: "a", count: 60) + String(repeating: "b", count: 60)
      #expect(await Self.text(two) == typed)
      #expect(await one.json == two.json)
      #expect(await two.json.contains("kept"))
    }
  }

  @Test(arguments: [false, true])
  func `two copies of one client lose nothing and send nothing twice`(atOnce: Bool) async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await Self.begin(meeting)
      let actor = await one.document.actorID
      let rows = InMemoryDocumentPersistence()
      let stored = await one.document.numberedReplica().replica
      _ = await rows.replace(with: stored, confirmed: nil, over: nil)
      let client = try await meeting.client("copy")
      await client.activate(as: actor)
      let copy = Document(try #require(await rows.load()), in: rows)
      try await client.resume(copy, .manual)
      try await Self.type("a", 120, in: one.document)
      try await Self.type("c", 130, in: copy)

      if atOnce {
        async let first: Void = one.sync()
        async let second: Void = client.sync(copy)
        _ = try await (first, second)
      } else {
        try await one.sync()
        try await client.sync(copy)
      }
      try await one.sync()
      try await client.sync(copy)

      let text = await Self.text(one)
      #expect(text.count { $0 == "a" } == 120 && text.count { $0 == "c" } == 130)
      #expect(await copy.toJSON() == one.json)
      #expect(await !copy.hasLocalChanges)
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == one.json)
    }
  }

  // MARK: - Refusals

  /// A server whose documents hold some 70 of 120 texts.
  private static var small: ServerSettings {
    var settings = ServerSettings()
    settings.documents.documentBytes = 7_000
    return settings
  }

  /// Types texts that nothing makes shorter.
  private static func typeMuch(in document: Document) async throws {
    var numbers = SplitMix64(seed: 1)
    for _ in 0..<120 {
      let scalars = (0..<100).map { _ in
        Unicode.Scalar(UInt8.random(in: 48..<112, using: &numbers))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      try await type(text, 1, in: document)
    }
  }

  /// Looks what the server has of somebody's text, and that the rest is unsent here.
  private static func check(_ one: Participant, _ meeting: DocumentMeeting) async throws {
    let unsent = await unsent(one)
    #expect((1..<120).contains(unsent))
    #expect(await text(one).count == 120 * 100)
    let two = try await meeting.join("two", [:], .manual)
    let there = await text(two)
    #expect(there.count == (120 - unsent) * 100)
    #expect(await text(one).hasPrefix(there))
  }

  @Test func `a call hears that the last of its changes were refused`() async throws {
    try await withLoopbackServer(settings: Self.small) { server in
      let meeting = DocumentMeeting(server)
      let one = try await Self.begin(meeting)
      try await Self.typeMuch(in: one.document)

      for _ in 0..<2 {
        let error = await #expect(throws: DocumentSyncError.self) { try await one.sync() }
        #expect(error?.reason == .tooLarge)
      }

      try await Self.check(one, meeting)
    }
  }

  @Test(arguments: [SyncMode.manual, .realtime])
  func `what was edited before an attachment is sent as far as the server takes it`(
    mode: SyncMode
  ) async throws {
    try await withLoopbackServer(settings: Self.small) { server in
      let meeting = DocumentMeeting(server)
      let host = try await meeting.join("host", [:], .manual)
      try await host.update { root, _ in root.title = "theirs" }
      try await host.sync()
      let client = try await meeting.client("late")
      let document = Document(key: meeting.key)
      let heard = await DocumentHearing(document)
      try await document.update { root, _ in root.text = JSONText() }
      try await Self.typeMuch(in: document)

      try await client.attach(document, [:], mode, initialRoot: ["title": "mine"])

      // It is reported without a call.
      await heard.until { heard.types(.syncStatusChanged) != [] && heard.didFail }
      let late = Participant(client: client, document: document, heard: heard)
      #expect(await document.read { $0.title as? String } == "theirs")
      let error = await #expect(throws: DocumentSyncError.self) {
        try await client.detach(document)
      }
      #expect(error?.reason == .tooLarge)
      #expect(await document.status == .attached)
      // The server may have taken some of what was to be the last.
      await #expect(throws: DocumentSyncError.self) { try await client.sync(document) }
      try await Self.check(late, meeting)
    }
  }

  @Test func `a document that is removed while it is attached is not attached`() async throws {
    try await withLoopbackServer { server in
      let (meeting, line) = (DocumentMeeting(server), DocumentLine(server))
      let client = try await meeting.client("one", over: line)
      let document = Document(key: meeting.key)
      try await document.update { root, _ in root.a = 1 }
      let removed = ChangePack(
        documentKey: meeting.key, checkpoint: .initial, isRemoved: true)
      line.failNext("/attach", .answer(TransportResponse(status: 200, body: removed.encoded())))

      let error = await #expect(throws: DocumentSyncError.self) {
        try await client.attach(document, [:], .manual)
      }

      #expect(error?.reason == .removed)
      #expect(await document.status == .removed)
      #expect(await document.toJSON() == #"{"a":1}"#)
      #expect(await !client.has(meeting.key))
    }
  }
}

extension DocumentHearing {
  /// Whether an exchange has failed.
  fileprivate var didFail: Bool {
    all.contains { ($0 as? SyncStatusChangedEvent)?.value == .syncFailed }
  }
}
