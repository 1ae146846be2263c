import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ConnectedScreenTests {
  /// A store with a note of each kind: sent, waiting, failing, refused, in conflict.
  static func connected(
    columns: Int, rows: Int, willRead: (@Sendable () -> Void)? = nil
  ) async throws -> (ApplicationFixture, ServerByHand) {
    let server = try ServerByHand(willRead: willRead)
    let minutes = try server.add("Minutes", "Present: all")
    let talk = try server.add("Talk on local-first", "First slide")
    let letter = try server.add("Letter to the office", "The rent was raised by 8 %.\n\nYours")
    try server.add("Shopping", "rye flour")
    let client = LocalClient(store: server.store)
    _ = try await client.items.update(id: talk, properties: ["body": "Second slide"])
    try server.refuseNext(403, "type_not_permitted", "The key may not write core.note.")
    try server.edit(letter, tells: false) { $0["body"] = "The rent was raised by 7.9 %.\n\nYours" }
    _ = try await client.items.update(
      id: letter, properties: ["body": "The rent was raised by 9 %.\n\nYours"])
    try server.takeNext()
    _ = try await client.items.update(id: minutes, properties: ["body": "Present: all but one"])
    try server.refuseNext(503, "unavailable", "Service Unavailable")
    _ = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# Rye sourdough\n\nFlour"]))
    let fixture = try await ApplicationFixture(columns: columns, rows: rows, sdk: server.store)
    fixture.clock.advance(byMilliseconds: 600_000)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store,
      connect: { [weak sync] in sync?.cannotConnect(.offline, because: "The network is down.") })
    await fixture.settle()
    await sync.finishConnecting()
    await fixture.settle()
    return (fixture, server)
  }

  @Test(arguments: [(80, 24), (200, 60)])
  func `bar, cells and flags say what is not on the server`(columns: Int, rows: Int) async throws {
    let (fixture, _) = try await Self.connected(columns: columns, rows: rows)

    #expect(fixture.application.context.sync.status?.pending == 2)
    try expectGolden(fixture.screen, "connected-\(columns)x\(rows)")
  }

  @Test func `a store without a server says nothing of one`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["# One"])
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()

    #expect(fixture.application.context.sync.status == nil)
    #expect(fixture.screen.contains("stored on this machine"))
    #expect(!fixture.screen.contains("Conflicts"))
    await fixture.press("space s")
    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.screen.contains("These notes have no server"))
  }

  @Test(arguments: ["space s", "U", "v", "g p"])
  func `Q quits from a view as it does from the panes`(keys: String) async throws {
    let (fixture, _) = try await Self.connected(columns: 80, rows: 24)
    await fixture.press(keys)
    #expect(fixture.application.compositor.top != nil, "\(fixture.screen)")

    await fixture.press("Q")

    #expect(fixture.host.hasQuit)
  }

  @Test func `a message hides none of the cells`() async throws {
    let (fixture, _) = try await Self.connected(columns: 80, rows: 24)

    fixture.application.context.messages.error(
      "A long sentence about something that failed, with every detail that there is of it.")

    let line = fixture.frame.textRows[22]
    #expect(line.contains("A long sentence"))
    #expect(line.contains("2 pending"))
    #expect(line.contains("1 conflict"))
    #expect(line.contains("1 refused"))
  }

  @Test func `the bar comes after two seconds, so that typing moves nothing`() async throws {
    let server = try ServerByHand()
    let fixture = try await ApplicationFixture(sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    fixture.clock.advance(
      byMilliseconds: server.clock.now.milliseconds - fixture.clock.now.milliseconds)

    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()
    #expect(fixture.screen.contains("1 pending"))
    #expect(!fixture.screen.contains("sent"))

    fixture.clock.advance(byMilliseconds: 2_000)
    #expect(fixture.screen.contains("0 of 1 sent"))
  }

  @Test(arguments: [
    (SyncStatus.Connection.signedOut, "0 of 1 sent   The server knows no key of this machine; run"),
    (.serverError(500), "0 of 1 sent   The server has a fault; what you change waits here."),
    (.elsewhere(.offline), "0 of 1 sent   Another marfa: offline; what you change waits here."),
    (.offline, "▏ 0 of 1 sent   No connection; what you change waits here."),
  ])
  func `why nothing is sent has the room of the bar at 80 columns`(
    connection: SyncStatus.Connection, words: String
  ) async throws {
    let server = try ServerByHand()
    let fixture = try await ApplicationFixture(sdk: server.store)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store, connect: { [weak sync] in sync?.cannotConnect(connection, because: "") })
    await fixture.settle()
    await sync.finishConnecting()
    fixture.clock.advance(
      byMilliseconds: server.clock.now.milliseconds - fixture.clock.now.milliseconds)
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()

    fixture.clock.advance(byMilliseconds: 2_000)

    #expect(fixture.screen.contains(words), "\(fixture.screen)")
  }

  @Test func `conflicts and refused changes are places in the left pane`() async throws {
    let (fixture, _) = try await Self.connected(columns: 120, rows: 30)

    await fixture.press("g c")
    #expect(fixture.application.workspace.list.source == .conflicts)
    #expect(fixture.application.workspace.list.window.count == 1)
    #expect(fixture.application.workspace.selectedNote?.title == "Letter to the office")
    #expect(fixture.application.workspace.selectedNote?.description.contains("in conflict") == true)

    await fixture.press("g r")
    #expect(fixture.application.workspace.selectedNote?.title == "Talk on local-first")
    await fixture.press("g !")
    #expect(fixture.application.workspace.list.source == .conflicts)
  }

  @Test func `where no conflict is left the key bar offers none to resolve`() async throws {
    let (fixture, _) = try await Self.connected(columns: 120, rows: 30)
    await fixture.press("g c")
    #expect(fixture.screen.contains("c resolve"))

    await fixture.press("c M enter")
    #expect(!fixture.screen.contains("c resolve"), "\(fixture.screen)")
    #expect(fixture.screen.contains("Enter open"))
    fixture.application.run("go.notes")
    await fixture.settle()
    await fixture.press("g c")

    #expect(fixture.application.workspace.list.window.count == 0, "\(fixture.screen)")
    for words in ["c resolve", "Enter open"] {
      #expect(!fixture.screen.contains(words), "\(fixture.screen)")
    }
    await fixture.press("c")
    #expect(fixture.screen.contains("No note is selected."), "\(fixture.screen)")
  }

  @Test func `the things that wait for me are gone through, to the files that could not be sent`()
    async throws
  {
    let (fixture, server) = try await Self.connected(columns: 120, rows: 30)
    let note = try #require(server.items.values.first { $0.properties["title"] == "Shopping" })
    let made = try await fixture.client.attachments.add(
      data: [1, 2], to: note.id, title: "scan.tar")
    try await server.store.failUpload(made.attachment.blobRef, words: "413 Too large.")
    await fixture.settle()
    #expect(fixture.screen.contains("1 upload failed"))

    await fixture.press("g !")
    #expect(fixture.application.workspace.list.source == .conflicts)
    await fixture.press("g !")
    #expect(fixture.application.workspace.list.source == .refused)
    await fixture.press("g !")
    #expect(fixture.application.compositor.top is UploadsView)
  }

  @Test func `a refused change of a note is copied, sent again and given up`() async throws {
    let (fixture, server) = try await Self.connected(columns: 120, rows: 30)
    await fixture.press("g r")

    fixture.application.run("refused.copy")
    await fixture.settle()
    #expect(fixture.host.copied == ["type_not_permitted: The key may not write core.note."])

    fixture.application.run("refused.retry")
    await fixture.settle()
    #expect(fixture.application.context.sync.status?.refused == 0)
    #expect(fixture.application.context.sync.status?.pending == 3)

    let talk = try #require(
      server.items.values.first { $0.properties["title"] == "Talk on local-first" })
    #expect(try await fixture.client.store.noteText(id: talk.id).body == "Second slide")
  }
}
