import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Commands on a note in which somebody else types at the same moment.
@Suite(.timeLimit(.minutes(20))) struct SharedNoteCommandTests {
  private static let text = "first\nsecond\nthird\n"

  /// A server and devices that are signed in and have one note.
  private struct Desk {
    let server: ServedNotes
    let key: String
    let devices: [CommandFixture]
    let id: String

    init(_ count: UInt64) async throws {
      server = try await ServedNotes.start()
      key = try await server.key()
      devices = try (1...count).map { try CommandFixture.device($0) }
      id = await devices[0].note("--title Shared", text: SharedNoteCommandTests.text)
      for device in devices {
        let login = try await device.logIn(to: server, key: key)
        try #require(login.status == 0, "\(login.error)")
      }
    }

    func typist(_ number: Int) async throws -> Typist {
      let client = try await MarfaClient.synced(
        url: try #require(URL(string: server.url)), apiKey: key,
        storePath: devices[number].databasePath)
      return try await Typist(client, id)
    }

    /// Adds a line to the text as a client without documents does, and answers the new version.
    func append(_ line: String) async throws -> Int64 {
      let item = try await send("GET", nil)
      let text = item["properties"]?.objectValue?["body"]?.stringValue ?? ""
      let version = item["version"] ?? .null
      let changed = try await send(
        "PATCH", ["properties": ["body": .string(text + line)], "version": version])
      return changed["version"]?.integerValue ?? 0
    }

    /// Asks the server about the note.
    private func send(_ method: String, _ body: JSONValue?) async throws -> [String: JSONValue] {
      let transport = CurlTransport(url: try #require(URL(string: server.url)), apiKey: key)
      let answer = try await transport.rawRequest(
        method: method, path: "/items/\(id)", query: [],
        headers: ["Content-Type": "application/json"], body: body.map { JSONWriter.bytes(of: $0) })
      let json = try JSONParser.parse(answer.body).objectValue
      return try #require(json?["item"]?.objectValue, "\(answer.status)")
    }
  }

  /// Somebody who has the note open, as the terminal has it.
  private actor Typist {
    private let client: MarfaClient
    private let note: any NoteDocument
    private var copy: NoteReplica

    init(_ client: MarfaClient, _ id: String) async throws {
      self.client = client
      note = try #require(await client.noteDocuments?.note(id: id))
      copy = try await note.open()
    }

    var text: String { copy.text }

    /// Types letters one by one after some words, each stored at once.
    func type(_ letters: String, after words: String) async throws {
      let before = try #require(copy.text.range(of: words)).upperBound
      var place = copy.text.unicodeScalars.distance(
        from: copy.text.startIndex, to: before)
      for letter in letters {
        try copy.replica.update { root, _ in
          try root.jsonText("body")?.edit(place, place, String(letter))
        }
        place += 1
        let saved = try await note.commit(
          copy.replica.localChanges, over: copy.generation, text: copy.text, tags: .none)
        guard case .stored = saved else {
          Issue.record("somebody else edited first")
          return
        }
        copy.replica.acknowledge(through: copy.replica.lastClientSequence)
      }
    }

    /// Takes what others did until the text has some words.
    func sees(_ words: String) async throws {
      if copy.text.contains(words) { return }
      for await arrival in note.arrivals {
        switch arrival {
        case .changes(let changes): for change in changes { _ = try copy.replica.apply(change) }
        case .replaced(let other): copy = other
        }
        if copy.text.contains(words) { return }
      }
    }

    func close() async { await note.close() }
  }

  @Test(arguments: [true, false])
  func `an edit of the command merges with what somebody types meanwhile`(
    hasDocument: Bool
  ) async throws {
    let desk = try await Desk(2)
    let device = desk.devices[0]
    device.set("EDITOR", "an-editor")
    try await device.succeeds("config set editor_front_matter false")
    if hasDocument { try await desk.typist(0).close() }
    let bo = try await desk.typist(1)

    let edit = await device.run(
      ["edit", desk.id],
      editor: { words in
        do {
          try await bo.type(" by Bo", after: "third")
        } catch {
          return .failed("\(error)")
        }
        let text = Self.text.replacing("second", with: "second by me")
        let isWritten = FileManager.default.createFile(
          atPath: words.last ?? "", contents: Data(text.utf8))
        return isWritten ? .code(0) : .failed("cannot write")
      })
    #expect(edit.status == 0, "\(edit.error)")
    let status = try await device.status()
    #expect(status["pending"] == 1)
    #expect(status["all_on_server"] == false)
    try await device.succeeds("sync --wait")

    try await bo.sees("by me")
    let expected = "first\nsecond by me\nthird by Bo\n"
    #expect(await bo.text == expected)
    if hasDocument { #expect(await device.text(desk.id) == expected) }
    let after = try await device.status()
    #expect(after["pending"] == 0 && after["conflicts"] == 0)
    await bo.close()
  }

  @Test func `two devices have the same text of a note that was typed in, with both words whole`()
    async throws
  {
    let desk = try await Desk(2)
    for number in desk.devices.indices { try await desk.typist(number).close() }
    let (one, two) = (desk.devices[0], desk.devices[1])
    try await one.succeeds(
      "edit \(desk.id) -", input: Self.text.replacing("third", with: "fourth"))
    try await one.succeeds("sync --wait")
    try await two.succeeds("sync --wait")
    #expect(await two.text(desk.id) == "first\nsecond\nfourth\n")

    for (device, word) in [(one, "seventh"), (two, "sixteenth")] {
      try await device.succeeds(
        "edit \(desk.id) -", input: "first\n\(word)\nfourth\n")
    }
    for device in [one, two, one] { try await device.succeeds("sync --wait") }
    let text = await one.text(desk.id)
    #expect(await two.text(desk.id) == text)
    #expect(text.contains("seventh") && text.contains("sixteenth"), "\(text)")
  }

  @Test func `an edit of version 5 while two people type to version 12 is no conflict`()
    async throws
  {
    let desk = try await Desk(3)
    let device = desk.devices[2]
    var version: Int64 = 1
    while version < 5 { version = try await desk.append("early \(version)\n") }
    try await device.succeeds("sync --wait")
    let read = await device.text(desk.id)
    #expect(read.hasSuffix("early 4\n"))
    let (ana, bo) = (try await desk.typist(0), try await desk.typist(1))

    // Nothing is sent before it is asked for.
    try await device.succeeds(
      "edit \(desk.id) -", input: read.replacing("second", with: "second, edited"))
    // One round may make several versions, depending on how soon the server writes them.
    var rounds = 0
    while version < 12 {
      rounds += 1
      try await ana.type("a\(rounds) ", after: "first")
      try await bo.type("b\(rounds) ", after: "third")
      version = try await desk.append("late \(rounds)\n")
    }
    try await device.succeeds("sync --wait")

    for typist in [ana, bo] {
      try await typist.sees("edited")
      for round in 1...rounds {
        try await typist.sees("a\(round) ")
        try await typist.sees("b\(round) ")
        try await typist.sees("late \(round)\n")
      }
    }
    let text = await ana.text
    #expect(await bo.text == text)
    let (first, third) = (
      (1...rounds).reversed().map { "a\($0) " }, (1...rounds).reversed().map { "b\($0) " }
    )
    let early = (1...4).map { "early \($0)\n" } + (1...rounds).map { "late \($0)\n" }
    #expect(
      text == "first\(first.joined())\nsecond, edited\nthird\(third.joined())\n" + early.joined())
    let status = try await device.status()
    #expect(status["pending"] == 0 && status["conflicts"] == 0)
    await ana.close()
    await bo.close()
  }
}
