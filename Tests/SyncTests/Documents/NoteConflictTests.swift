import Documents
import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// Notes of which two devices changed the same place, one of which the server forgot.
@Suite(.timeLimit(.minutes(20))) struct NoteConflictTests {
  private static let base = "# Rent\n\nIt is 800.\n\nYours\n"
  private static let mine = "# Rent\n\nMy flat costs far too much.\n\nYours, A.\n"
  private static let theirs = "# Rent!\n\nWe pay what the contract says.\n\nYours\n"
  /// The document: all that does not contradict, and their words.
  private static let document = "# Rent!\n\nWe pay what the contract says.\n\nYours, A.\n"
  /// The same with my words.
  private static let parked = "# Rent!\n\nMy flat costs far too much.\n\nYours, A.\n"

  /// Lets the first device change a note offline, which the server then forgets, and the second one
  /// change it meanwhile.
  private func withForgotten(
    _ base: String, mine: String, theirs: String,
    _ work: @escaping @Sendable (NoteDevice, NoteDevice, String) async throws -> Void
  ) async throws {
    try await withTwoDevices(base) { one, two, id in
      try await one.open(id).note.close()
      try await one.replace(id, by: mine)
      try await one.isForgotten()
      try await two.open(id).note.close()
      try await two.replace(id, by: theirs)
      #expect(await two.notes.settleWaiting().didSettle)
      #expect(await one.notes.settleWaiting().didSettle)
      try await work(one, two, id)
    }
  }

  enum Decision: CaseIterable { case mine, theirs, result }

  @Test(arguments: Decision.allCases)
  func `a contradiction waits for a person, and each decision reaches the other device`(
    decision: Decision
  ) async throws {
    try await withForgotten(Self.base, mine: Self.mine, theirs: Self.theirs) { one, two, id in
      #expect(try await one.body(id) == Self.document)
      #expect(try await one.waiting() == [])
      #expect(try await one.store.syncCounts().conflicts == 1)
      let conflict = try #require(try await one.store.parkedConflicts().first)
      let sides = try #require(try await one.store.conflictSides(id: conflict.id))
      #expect(sides.item.properties["body"] == .string(Self.parked))
      #expect(sides.conflict.context.current.properties["body"] == .string(Self.document))
      // The property that follows the document leaves it alone.
      try await one.sync()
      #expect(try await one.store.syncCounts().conflicts == 1)
      let bo = try await two.open(id)
      try await bo.until { $0 == Self.document }

      let (text, chosen): (String, [String: JSONValue]) =
        switch decision {
        case .mine: (Self.parked, ["body": .string(Self.parked)])
        case .theirs: (Self.document, [:])
        case .result: ("# Rent!\n\nBoth.\n", ["body": "# Rent!\n\nBoth.\n"])
        }
      let read = try await one.store.conflictSides(id: conflict.id)?.reading
      let settled = try await one.store.resolveConflict(
        id: conflict.id, choosing: chosen, read: read)

      #expect(settled)
      #expect(try await one.store.syncCounts().conflicts == 0)
      #expect(try await one.waiting() == (decision == .theirs ? [] : [.pushDocument]))
      _ = await one.notes.settleWaiting()
      try await bo.until { $0 == text }
      #expect(try await one.body(id) == text)
      #expect(try await one.waiting() == [])
      await bo.note.close()
    }
  }

  @Test func `two whole texts are both there, theirs in the note and mine aside`() async throws {
    let (mine, theirs) = ("A letter about the rent.", "The letters were all returned.")
    try await withForgotten("A note of the letter.", mine: mine, theirs: theirs) { one, _, id in
      #expect(try await one.body(id) == theirs)
      let conflict = try #require(try await one.store.parkedConflicts().first)
      #expect(conflict.context.clientPatch["body"] == .string(mine))
      #expect(conflict.context.ancestor?.properties["body"] == "A note of the letter.")
      #expect(try await one.store.parkedConflicts().count == 1)
    }
  }

  @Test func `two whole texts of devices that the server knows stay whole in the note`()
    async throws
  {
    let (mine, theirs) = ("Rent letter for June, at last.", "Stop it: we pay nothing.")
    try await withTwoDevices("A note of the letter.") { one, two, id in
      try await one.open(id).note.close()
      try await two.open(id).note.close()
      try await one.replace(id, by: mine)
      try await two.replace(id, by: theirs)

      _ = await two.notes.settleWaiting()
      _ = await one.notes.settleWaiting()
      _ = await two.notes.settleWaiting()

      let text = try await one.body(id)
      #expect(text == mine + theirs || text == theirs + mine, "\(text)")
      let bo = try await two.open(id)
      try await bo.until { $0 == text }
      await bo.note.close()
    }
  }

  @Test func `a conflict survives the process`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create(Self.base)
      do {
        let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
        try await one.sync()
        try await one.open(id).note.close()
        try await one.replace(id, by: Self.mine)
        try await one.isForgotten()
        try await two.open(id).note.close()
        try await two.replace(id, by: Self.theirs)
        _ = await two.notes.settleWaiting()
        _ = await one.notes.settleWaiting()
      }

      let again = try await NoteDevice(server, folder.path + "/one/notes.sqlite")

      #expect(try await again.store.syncCounts().conflicts == 1)
      let conflict = try #require(try await again.store.parkedConflicts().first)
      #expect(conflict.context.clientPatch["body"] == .string(Self.parked))
      #expect(try await again.body(id) == Self.document)
    }
  }

  @Test func `a person with the note open goes on with their words, and mine waits`() async throws {
    try await withTwoDevices("one\n") { one, two, id in
      let ana = try await one.open(id)
      await one.notes.pause(true)
      try ana.type("mine, not ", at: 0)
      try await ana.save()
      try await one.isForgotten()
      try await two.open(id).note.close()
      try await two.replace(id, by: "theirs is better\n")
      _ = await two.notes.settleWaiting()

      await one.notes.pause(false)

      try await ana.until { $0 == "theirs is better\n" }
      let conflict = try #require(try await one.store.parkedConflicts().first)
      #expect(conflict.context.clientPatch["body"] == "mine, not one\n")
      try ana.type("And ", at: 0)
      guard case .stored = try await ana.save() else {
        Issue.record("superseded")
        return
      }
      #expect(try await one.body(id) == "And theirs is better\n")
      await ana.note.close()
    }
  }

  @Test func `a server that was set back gets the unsent edits, and a contradiction waits`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let line = DocumentLine(server)
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create(Self.base)
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", over: line)
      try await one.sync()
      try await one.open(id).note.close()
      try await one.replace(id, by: Self.mine)
      try await two.open(id).note.close()
      try await two.replace(id, by: Self.theirs)
      _ = await two.notes.settleWaiting()
      // As it answers a replica that has seen more than there is.
      line.failNext("/sync", .answer(.refusal(409, "replica_forked")))

      #expect(await one.notes.settleWaiting().didSettle)

      #expect(try await one.body(id) == Self.document)
      let parked = try await one.store.parkedConflicts().map { $0.context.clientPatch["body"] }
      #expect(parked == [.string(Self.parked)])
      #expect(try await one.waiting() == [])
    }
  }

  @Test func `after housekeeping and compaction unsent edits of a note are merged`() async throws {
    var settings = ServerSettings()
    settings.documents.compactionChanges = 5
    try await withLoopbackServer(settings: settings) { server in
      let folder = try TemporaryDirectory()
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await one.create("one\ntwo\nthree\n")
      try await two.sync()
      try await one.open(id).note.close()
      try await one.replace(id, by: "A one\ntwo\nthree\n")
      try await one.isForgotten()
      let bo = try await two.open(id)
      for _ in 0..<12 {
        try bo.type("B", at: 8)
        try await bo.save()
      }
      await bo.note.close()
      #expect(await !two.notes.settleWaiting().didFail)

      #expect(await one.notes.settleWaiting().didSettle)

      #expect(try await one.body(id) == "A one\ntwo\nBBBBBBBBBBBBthree\n")
      let again = try await two.open(id)
      try await again.until { $0 == "A one\ntwo\nBBBBBBBBBBBBthree\n" }
      await again.note.close()
      #expect(try await one.store.parkedConflicts().isEmpty)
    }
  }

  @Test func `an unsent edit in a line that was deleted and compacted meanwhile waits aside`()
    async throws
  {
    var settings = ServerSettings()
    settings.documents.compactionChanges = 5
    try await withLoopbackServer(settings: settings) { server in
      let folder = try TemporaryDirectory()
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await one.create("one\ntwo\nthree\n")
      try await two.sync()
      try await one.open(id).note.close()
      try await one.replace(id, by: "one\ntwo and a half\nthree\n")
      try await one.isForgotten()
      let bo = try await two.open(id)
      try bo.copy.replica.update { root, _ in try root.jsonText("body")?.edit(4, 8, "") }
      try await bo.save()
      for _ in 0..<12 {
        try bo.type("B", at: 4)
        try await bo.save()
      }
      await bo.note.close()
      #expect(await !two.notes.settleWaiting().didFail)

      #expect(await one.notes.settleWaiting().didSettle)

      #expect(try await one.body(id) == "one\nBBBBBBBBBBBBthree\n")
      let parked = try #require(try await one.store.parkedConflicts().first)
      let mine = parked.context.clientPatch["body"]?.stringValue
      #expect(mine?.contains("two and a half") == true)
      #expect(try await one.store.parkedConflicts().count == 1)
      #expect(try await one.waiting() == [])
    }
  }

  @Test func `without documents the queue asks about a contradiction`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let line = DocumentLine(server)
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create(Self.base)
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", over: line)
      try await one.sync()
      try await one.open(id).note.close()
      try await one.replace(id, by: Self.mine)
      // Whose item nothing binds to a document any more.
      let known = try #require(try await one.store.knownReplicas().first)
      try await one.notes.endpoints.remove(known.document)
      try await two.sync()
      try await two.replace(id, by: Self.theirs)
      try await two.sync()
      line.setFault { $0.path.hasPrefix("/documents") ? .answer(.refusal(404, "not_found")) : nil }
      #expect(await one.notes.settleWaiting().didSettle)
      #expect(try await one.waiting() == [.updateItem])

      let exchange = try #require(try await one.store.nextExchange(.drain).exchange)
      let answer = try await CurlTransport(url: server.url, apiKey: server.key).rawRequest(
        method: exchange.request.method, path: exchange.request.path,
        query: exchange.request.query, headers: exchange.request.headers,
        body: exchange.request.body)
      #expect(answer.status == 409)
      _ = try await one.store.settle(
        exchange, .response(answer),
        SyncPolicy(
          url: server.url.absoluteString, conflict: .manual, mergesDisjointTexts: true,
          fraction: { 0.5 }))

      let conflict = try #require(try await one.store.parkedConflicts().first)
      let sides = try #require(try await one.store.conflictSides(id: conflict.id))
      #expect(!sides.isOfDocument)
      #expect(sides.item.properties["body"] == .string(Self.mine))
      #expect(conflict.context.current.properties["body"] == .string(Self.theirs))
      #expect(conflict.context.ancestor?.properties["body"] == .string(Self.base))
      #expect(try await one.body(id) == Self.mine)
    }
  }
}
