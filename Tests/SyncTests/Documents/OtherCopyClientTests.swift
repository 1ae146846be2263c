import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// Clients whose numbers the server has from another copy, or has not any more.
@Suite(.timeLimit(.minutes(20))) struct OtherCopyClientTests {
  /// Who goes on with a document: a plain client, or one that keeps it in a file.
  enum Keeper: CaseIterable { case nobody, file }

  /// A document with a text, its client's line, and a second copy of the client.
  private struct Scene: Sendable {
    let meeting: DocumentMeeting
    let line: DocumentLine
    let one: Participant

    init(_ server: LoopbackServer, _ keeper: Keeper) async throws {
      meeting = DocumentMeeting(server)
      switch keeper {
      case .nobody:
        line = DocumentLine(server)
        one = try await meeting.join("one", [:], .manual, over: line)
      case .file:
        let desk = try ClientDesk(server)
        line = desk.line
        one = try await desk.open()
      }
      try await one.update { root, _ in root.text = JSONText() }
      try await one.sync()
    }
  }

  private static func type(
    _ letters: String, in document: Document, _ field: String = "text", atEnd: Bool = true
  ) async throws {
    for letter in letters {
      try await document.update { root, _ in
        let text = root.jsonText(field)
        let end = atEnd ? text?.count ?? 0 : 0
        try text?.edit(end, end, String(letter))
      }
    }
  }

  private static func text(_ document: Document, _ field: String = "text") async -> String {
    await document.read { $0.jsonText(field)?.string ?? "" }
  }

  /// A second copy of a replica.
  private static func copy(
    _ replica: Replica, _ meeting: DocumentMeeting
  ) async throws -> (client: Client, document: Document) {
    let rows = InMemoryDocumentPersistence()
    _ = await rows.replace(with: replica, confirmed: nil, over: nil)
    let client = try await meeting.client("copy")
    await client.activate(as: replica.actor)
    let document = Document(try #require(await rows.load()), in: rows)
    try await client.resume(document, .manual)
    return (client, document)
  }

  // MARK: - Copies

  @Test(arguments: Keeper.allCases, [false, true])
  func `two copies that differ in an early letter are both there`(
    keeper: Keeper, isFirst: Bool
  ) async throws {
    try await withLoopbackServer { server in
      let scene = try await Scene(server, keeper)
      let one = scene.one
      let other = try await Self.copy(
        one.document.numberedReplica().replica, scene.meeting)
      try await Self.type("cat", in: one.document)
      try await Self.type("bat", in: other.document)

      if isFirst {
        // Its answer is lost, and it sends the same again.
        scene.line.failNext("/sync", .lostAnswer)
        await #expect(throws: NetworkError.self) { try await one.sync() }
        try await other.client.sync(other.document)
        try await one.sync()
      } else {
        try await other.client.sync(other.document)
        try await one.sync()
        try await other.client.sync(other.document)
      }
      try await other.client.sync(other.document)
      try await one.sync()

      let text = await Self.text(one.document)
      #expect(text.contains("cat") && text.contains("bat") && text.count == 6, "\(text)")
      #expect(await other.document.toJSON() == one.json)
      #expect(await !one.document.hasLocalChanges)
      #expect(await !other.document.hasLocalChanges)
      let two = try await scene.meeting.join("two", [:], .manual)
      #expect(await two.json == one.json)
    }
  }

  @Test(arguments: [("cat", "bat"), ("c", "bats"), ("cats", "b"), ("cats", "")])
  func `what two copies share is there once`(mine: String, theirs: String) async throws {
    try await withLoopbackServer { server in
      let scene = try await Scene(server, .nobody)
      let one = scene.one
      try await Self.type("sh", in: one.document)
      let other = try await Self.copy(
        one.document.numberedReplica().replica, scene.meeting)
      try await Self.type(mine, in: one.document)
      try await Self.type(theirs, in: other.document)

      try await one.sync()
      try await other.client.sync(other.document)
      try await one.sync()

      let text = await Self.text(one.document)
      for typed in ["sh", mine, theirs] where !typed.isEmpty {
        #expect(text.contains(typed), "\(text)")
      }
      #expect(text.count == 2 + mine.count + theirs.count, "\(text)")
      #expect(await other.document.toJSON() == one.json)
      #expect(await !other.document.hasLocalChanges)
    }
  }

  @Test(arguments: [false, true])
  func `of two copies of a note that differ in an early letter nothing is lost`(
    isFirst: Bool
  ) async throws {
    try await withLoopbackServer { server in
      let (folder, line) = (try TemporaryDirectory(), DocumentLine(server))
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", over: line)
      let id = try await one.create("one\n")
      let meeting = DocumentMeeting(server, key: NoteDocuments.key(of: id))
      let ana = try await one.open(id)
      let other = try await Self.copy(ana.copy.replica, meeting)
      line.setFault { _ in isFirst ? .lostAnswer : .lostRequest }
      for (offset, letter) in "bat".enumerated() { try ana.type(String(letter), at: offset) }
      try await ana.save()
      await ana.note.close()
      _ = await one.notes.settleWaiting()
      for (offset, letter) in "cat".enumerated() {
        try await other.document.update { root, _ in
          try root.jsonText("body")?.edit(offset, offset, String(letter))
        }
      }

      try await other.client.sync(other.document)
      line.setFault(nil)
      #expect(await one.notes.settleWaiting().didSettle)
      try await other.client.sync(other.document)

      let text = await Self.text(other.document, "body")
      if isFirst {
        #expect(text.contains("cat") && text.contains("bat") && text.count == 10, "\(text)")
      } else {
        // Both at one place contradict each other in a note: the person decides.
        #expect(text == "catone\n")
        let conflict = try await one.store.parkedConflicts().first
        #expect(conflict?.context.clientPatch["body"] == "batone\n")
      }
      #expect(try await one.body(id) == text)
      #expect(await !other.document.hasLocalChanges)
    }
  }

  // MARK: - A server that was set back

  /// Lets a client hear that all it typed is there, which the server knows nothing of.
  private static func acknowledge(_ one: Participant, over line: DocumentLine) async throws {
    let pack = await one.document.numberedReplica().replica.pack()
    let answer = ChangePack(documentKey: pack.documentKey, checkpoint: pack.checkpoint)
    line.failNext("/sync", .answer(TransportResponse(status: 200, body: answer.encoded())))
    try await one.sync()
    #expect(await !one.document.hasLocalChanges)
  }

  @Test(arguments: Keeper.allCases, [false, true])
  func `a server without what it acknowledged gets what it has not, once`(
    keeper: Keeper, types: Bool
  ) async throws {
    try await withLoopbackServer { server in
      let scene = try await Scene(server, keeper)
      let one = scene.one
      try await Self.type("base", in: one.document)
      try await one.sync()
      try await Self.type("lost", in: one.document)
      try await Self.acknowledge(one, over: scene.line)
      let two = try await scene.meeting.join("two", [:], .manual)
      try await Self.type("others", in: two.document)
      try await two.sync()
      if types { try await Self.type("wen", in: one.document, atEnd: false) }

      try await one.sync()
      try await two.sync()

      #expect(await Self.text(two.document) == (types ? "new" : "") + "baseothers")
      #expect(await two.json == one.json)
      #expect(await !one.document.hasLocalChanges)
    }
  }

  @Test func `a note gets what its server has not, once`() async throws {
    try await withLoopbackServer { server in
      let (folder, line) = (try TemporaryDirectory(), DocumentLine(server))
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", over: line)
      let id = try await one.create("one\ntwo\nthree\n")
      let meeting = DocumentMeeting(server, key: NoteDocuments.key(of: id))
      let ana = try await one.open(id)
      var known = ana.copy.replica
      try known.update { root, _ in try root.jsonText("body")?.edit(3, 3, " lost") }
      let answer = ChangePack(documentKey: known.key, checkpoint: known.pack().checkpoint)
      line.failNext("/sync", .answer(TransportResponse(status: 200, body: answer.encoded())))
      try ana.type(" lost", at: 3)
      try await ana.save()
      _ = await one.notes.settleWaiting()
      line.setFault { _ in .lostRequest }
      let two = try await meeting.join("two", [:], .manual)
      for number in 0..<3 {
        try await two.update { root, _ in try root.jsonText("body")?.edit(4, 4, "\(number)") }
      }
      try await two.sync()
      try ana.type(" new", at: ana.text.count - 1)
      try await ana.save()
      await ana.note.close()

      line.setFault(nil)
      #expect(await one.notes.settleWaiting().didSettle)
      try await two.sync()

      let text = await Self.text(two.document, "body")
      #expect(text.hasSuffix("three new\n") && text.contains("\n210two\n"), "\(text)")
      #expect(try await one.body(id) == text)
    }
  }

  @Test(arguments: Keeper.allCases)
  func `what builds on lost changes is kept, reported, and let go when one starts over`(
    keeper: Keeper
  ) async throws {
    try await withLoopbackServer { server in
      let scene = try await Scene(server, keeper)
      let one = scene.one
      try await Self.type("lost", in: one.document)
      try await Self.acknowledge(one, over: scene.line)
      let two = try await scene.meeting.join("two", [:], .manual)
      for number in 0..<9 { try await two.update { root, _ in root.number = number } }
      try await two.sync()
      try await Self.type("new", in: one.document)

      for letter in ["1", "2"] {
        let error = await #expect(throws: DocumentSyncError.self) { try await one.sync() }
        #expect(error?.reason == .baseLost && error?.details?["key"] == "doc-1")
        // It can be read and edited as before.
        try await Self.type(letter, in: one.document)
      }
      #expect(await Self.text(one.document) == "lostnew12")
      #expect(await one.document.hasLocalChanges)
      await scene.line.cutting {
        await #expect(throws: NetworkError.self) { try await one.client.startOver(one.document) }
      }
      #expect(await Self.text(one.document) == "lostnew12")

      try await one.client.startOver(one.document)

      #expect(await one.json == two.json)
      #expect(await !one.document.hasLocalChanges)
      try await Self.type("again", in: one.document)
      try await one.sync()
      try await two.sync()
      #expect(await Self.text(two.document) == "again")
      #expect(await two.json == one.json)
    }
  }
}

extension DocumentLine {
  /// Does something while nothing arrives.
  fileprivate func cutting(_ work: () async throws -> Void) async rethrows {
    setFault { _ in .lostRequest }
    defer { setFault(nil) }
    try await work()
  }
}
