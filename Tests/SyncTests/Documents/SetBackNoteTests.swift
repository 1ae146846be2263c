import Documents
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

@testable import Simulations

/// Texts that are documents, when the server was set back to before what was typed in them.
@Suite(.timeLimit(.minutes(20))) struct SetBackNoteTests {
  private static let id = "01900000-0000-7000-8000-000000000001"
  private static let key = NoteDocuments.key(of: id)

  /// The note as an event or a page has it.
  private static func item(_ body: String, version: Int, at second: Int? = nil) -> JSONValue {
    [
      "id": .string(id), "type": "core.note", "state": "active", "schema_version": 1,
      "version": .integer(Int64(version)), "source": "other",
      "timestamp": "2026-01-01T00:00:00.000Z", "created_at": "2026-01-01T00:00:00.000Z",
      "updated_at": .string("2026-01-01T00:00:0\(second ?? version).000Z"),
      "properties": ["title": "N", "body": .string(body)],
    ]
  }

  /// A replica with a text of which the server has told up to a number.
  private func replica(_ text: String, actor: UInt64, sequence: Int64) throws -> Replica {
    var server = Replica(key: Self.key, actor: ActorID(number: 9))
    try edit(&server, at: 0, text)
    var replica = Replica(joining: Self.key, as: ActorID(number: actor), presence: nil)
    var answer = ChangePack(
      documentKey: Self.key, checkpoint: Checkpoint(serverSequence: sequence, clientSequence: 0))
    answer.snapshot = server.snapshot()
    _ = try replica.apply(answer)
    return replica
  }

  private func edit(_ replica: inout Replica, at offset: Int, _ text: String) throws {
    try replica.update { root, _ in
      if root.jsonText("body") == nil { try root.set("body", to: JSONText()) }
      try root.jsonText("body")?.edit(offset, offset, text)
    }
  }

  /// A device with a note as a document, of which the server had everything.
  private func device() throws -> (client: SimulatedClient, token: Int64) {
    let client = try SimulatedClient(
      "one", seed: 1, start: Timestamp(milliseconds: 1_800_000_000_000), mergesTexts: false)
    _ = try client.store.apply([
      SSEEvent(
        event: "item.updated", data: JSONWriter.string(of: Self.item("one\n", version: 1)))
    ])
    let write = try client.store.replace(
      with: replica("one\ntwo\n", actor: 1, sequence: 7), over: nil, itemId: Self.id,
      field: "body")
    guard case .stored(let token, _) = write else { throw Failure() }
    return (client, token)
  }

  private struct Failure: Error {}

  private func body(_ client: SimulatedClient) throws -> String? {
    try client.store.items()[Self.id]?.item.properties["body"]?.stringValue
  }

  /// Hears that the server was set back, and takes over what it has.
  private func setBack(
    _ client: SimulatedClient, to body: String, version: Int, at second: Int? = nil
  ) throws {
    _ = try client.store.apply([.ahead])
    for part in SweepPlace.Part.allCases where part != .snapshot {
      guard let exchange = try client.store.nextExchange(.sweep) else { throw Failure() }
      let items = part == .active ? [Self.entry(body, version: version, at: second)] : []
      let page: JSONValue = ["data": .array(items), "has_more": false]
      _ = try client.store.settle(
        exchange, .response(TransportResponse(status: 200, body: JSONWriter.bytes(of: page))),
        client.policy)
    }
  }

  private static func entry(_ body: String, version: Int, at second: Int?) -> JSONValue {
    [
      "item": item(body, version: version, at: second),
      "metadata": ["item_id": .string(id), "tags": [], "extensions": [:]],
    ]
  }

  @Test func `a document of which the server has less than was seen is kept here, and asked about`()
    throws
  {
    let (client, token) = try device()

    let write = try client.store.replace(
      with: replica("one\n", actor: 2, sequence: 3), over: token, itemId: Self.id, field: "body")

    guard case .superseded(nil) = write else { throw Failure() }
    #expect(try body(client) == "one\ntwo\n")
    #expect(try client.store.knownReplicas().isEmpty)
    #expect(try client.store.queue().map(\.intent.detail) == [["body"]])
    #expect(try client.store.nextExchange(.drain) == nil)
  }

  @Test(arguments: [true, false])
  func `the answer sends the text, or takes the server's`(sends: Bool) async throws {
    let (client, token) = try device()
    _ = try client.store.replace(
      with: replica("one\n", actor: 2, sequence: 3), over: token, itemId: Self.id, field: "body")

    try await client.store.store.answerSetBack(sendsAgain: sends)

    #expect(try body(client) == (sends ? "one\ntwo\n" : "one\n"))
    let sent = try client.store.nextExchange(.drain)?.mutations.first?.request.body
    let text = sent?.objectValue?["properties"]?.objectValue?["body"]?.stringValue
    #expect(text == (sends ? "one\ntwo\n" : nil))
  }

  @Test func `a document that has gone on under another actor is taken as before`() throws {
    let (client, token) = try device()

    _ = try client.store.replace(
      with: replica("one\ntwo\nthree\n", actor: 2, sequence: 8), over: token, itemId: Self.id,
      field: "body")

    #expect(try body(client) == "one\ntwo\nthree\n")
    #expect(try client.store.queue().isEmpty)
    #expect(try client.store.knownReplicas().count == 1)
  }

  @Test func `a sweep of a server that was set back keeps the text of a document, sent or not`()
    throws
  {
    let (client, token) = try device()
    var mine = try #require(try client.store.replica(of: Self.key)).replica
    try edit(&mine, at: 8, "three\n")
    _ = try client.store.commit(mine.localChanges, leadingTo: mine, over: token)

    try setBack(client, to: "one\n", version: 1)

    #expect(try body(client) == "one\ntwo\nthree\n")
    #expect(try client.store.knownReplicas().isEmpty)
    let rows = try client.store.queue()
    #expect(rows.map(\.intent.kind) == [.updateItem])
    #expect(rows.map(\.intent.detail) == [["body"]])
    #expect(try client.store.nextExchange(.drain) == nil)
  }

  private func hear(_ client: SimulatedClient, _ body: String, version: Int) throws {
    let item = Self.item(body, version: version)
    _ = try client.store.apply([
      SSEEvent(event: "item.updated", data: JSONWriter.string(of: item))
    ])
  }

  @Test func `what is kept for the answer names the version that the server has`() throws {
    let (client, token) = try device()
    try hear(client, "one\ntwo\n", version: 3)
    _ = try client.store.replace(
      with: replica("one\n", actor: 2, sequence: 3), over: token, itemId: Self.id, field: "body")

    try setBack(client, to: "one\n", version: 2)

    #expect(try body(client) == "one\ntwo\n")
    #expect(try client.store.queue().map(\.baseVersion) == [2])
  }

  @Test func `an update names no version of which the server has made another state`() throws {
    let client = try SimulatedClient(
      "one", seed: 1, start: Timestamp(milliseconds: 1_800_000_000_000), mergesTexts: false)
    try hear(client, "one\n", version: 3)
    try client.store.update(id: Self.id) { _ in ["body": "one\nmine\n"] }

    try setBack(client, to: "one\ntheirs\n", version: 3, at: 9)

    let row = try #require(try client.store.queue().first)
    #expect(row.baseVersion == 0)
    #expect(row.intent.base == #"{"body":"one\n"}"#)
  }

  @Test(arguments: [false, true])
  func `a text that another device has sent again is joined with the one that is here`(
    isUnsent: Bool
  ) throws {
    let (client, token) = try device()
    if isUnsent {
      var mine = try #require(try client.store.replica(of: Self.key)).replica
      try edit(&mine, at: 8, "three\n")
      _ = try client.store.commit(mine.localChanges, leadingTo: mine, over: token)
    }
    // The server had come further than it has by now.
    try hear(client, "one\ntwo\n", version: 3)

    try setBack(client, to: "one\ntwo\ntheirs\n", version: 2, at: 9)

    let body = try #require(try body(client))
    let lines = body.split(separator: "\n").map(String.init).sorted()
    #expect(lines == ["one", "theirs"] + (isUnsent ? ["three"] : []) + ["two"])
    #expect(try client.store.queue().map(\.intent.detail) == (isUnsent ? [["body"]] : []))
  }

  @Test func `a text that others went on with since is the server's, and mine is in the history`()
    async throws
  {
    let (client, _) = try device()

    try setBack(client, to: "one\nothers\n", version: 2)

    #expect(try body(client) == "one\nothers\n")
    #expect(try client.store.queue().isEmpty)
    let versions = try await client.store.store.versions(of: Self.id)
    #expect(versions.contains { $0.properties["body"] == "one\ntwo\n" })
  }

  @Test func `an open note keeps its text when the server of its document was set back`()
    async throws
  {
    try await withLoopbackServer { before in
      try await withLoopbackServer { after in
        let folder = try TemporaryDirectory()
        let path = folder.path + "/one/notes.sqlite"
        let one = try await NoteDevice(before, path)
        let id = try await one.create("one\n")
        let ana = try await one.open(id)
        try ana.type("two\n", at: 4)
        try await ana.save()
        await ana.note.close()
        _ = await one.notes.settleWaiting()
        try await Self.make(id, "one\n", on: after)

        let changes = one.store.replicaChanges()
        let notes = NoteDocuments(
          store: one.store, transport: CurlTransport(url: after.url, apiKey: after.key),
          lockPath: path + ".lock")
        let note = try #require(await notes.note(id: id))
        let editor = NoteEditor(note, try await note.open())
        for await _ in changes {
          if try await one.store.knownReplicas().isEmpty { break }
        }

        #expect(editor.text == "one\ntwo\n")
        #expect(try await one.body(id) == "one\ntwo\n")
        #expect(try await one.store.setBackCount() == 1)
        await note.close()
      }
    }
  }

  /// Makes a note on a server.
  private static func make(_ id: String, _ body: String, on server: LoopbackServer) async throws {
    let item: JSONValue = [
      "id": .string(id), "type": "core.note",
      "properties": ["title": "Note", "body": .string(body)],
    ]
    let answer = try await CurlTransport(url: server.url, apiKey: server.key).rawRequest(
      method: "POST", path: "/items", query: [], headers: ["Content-Type": "application/json"],
      body: JSONWriter.bytes(of: item))
    #expect(answer.status == 201)
  }
}
