import Documents
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteEditingFixtures
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SyncMonitorTests {
  private func emptyServer(capabilities: JSONValue? = nil) -> MockTransport {
    MockTransport.emptyServer(capabilities: capabilities)
  }

  private func start(
    _ fixture: ApplicationFixture, _ store: LocalStore, _ transport: MockTransport,
    remote: MarfaClient? = nil
  ) async {
    await fixture.follow(store, transport, remote: remote)
  }

  @Test func `all is on the server once the engine said so, and paused is reported at once`()
    async throws
  {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let sync = fixture.application.context.sync
    await start(fixture, store, emptyServer())

    await fixture.waitForFrame(in: { sync.status?.isAllOnServer == true })
    #expect(fixture.screen.contains("live · all on server"))
    #expect(sync.log.entries.last?.text == "Everything was exchanged")

    await sync.togglePause()
    #expect(sync.status?.connection == .paused)
    #expect(!fixture.screen.contains("all on server"))
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()
    #expect(fixture.screen.contains("paused · 1 pending"))
    #expect(fixture.host.titles.last?.hasSuffix(" 1)") == true)

    await sync.stop()
  }

  @Test func `trying again says how it ended, in the place where it said that it began`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, sdk: try ServerByHand().store)
    let (sync, messages) = (fixture.application.context.sync, fixture.application.context.messages)
    sync.begin(
      in: fixture.store,
      connect: { [weak sync] in sync?.cannotConnect(.signedOut, because: "There is no key.") })
    await fixture.settle()
    await sync.finishConnecting()

    await fixture.press("space s r")
    await sync.finishConnecting()

    #expect(messages.history.map(\.text).suffix(2) == ["Trying again now.", "There is no key."])
    #expect(messages.current?.text == "There is no key.")
    await fixture.press("down")
    sync.cannotConnect(.signedOut, because: "There is still none.")
    #expect(messages.current?.text != "There is still none.")
  }

  @Test func `how trying again ended is said with the numbers of then`() async throws {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let (sync, messages) = (fixture.application.context.sync, fixture.application.context.messages)
    sync.begin(in: fixture.store)
    await fixture.settle()
    let note = CreateItemInput(type: "core.note", properties: ["body": "# One"])
    let one = try await fixture.client.items.create(note)
    await fixture.settle()
    // After a quiet time the next commit is read at once, and those that follow later.
    let two = try await fixture.client.items.create(note)
    await fixture.store.settle()
    #expect(sync.status?.pending == 2)
    let manager = ConnectionStateManager()
    let engine = SyncEngine(
      store: store, transport: emptyServer(), connectionManager: manager, url: ServerByHand.url,
      drainDebounceInterval: .zero)
    messages.notice("Trying again now.")

    // They were never sent, so that nothing waits any more, which no frame has seen yet.
    for item in [one, two] { try await fixture.client.items.purge(id: item.id) }
    await sync.follow(engine, manager)
    await fixture.host.waitForFrame(in: { sync.connection == .live })
    await sync.read(engine)

    #expect(sync.status?.pending == 2)
    #expect(messages.current?.text == "Everything was exchanged.")
    await sync.stop()
  }

  @Test func `without a key nothing is asked, and the bar says signed out`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, sdk: try ServerByHand().store)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store,
      connect: { [weak sync] in sync?.cannotConnect(.signedOut, because: "There is no key.") })
    await fixture.settle()
    await sync.finishConnecting()

    #expect(fixture.screen.contains("signed out"))
    #expect(!sync.hasEngine)
    await fixture.press("space s r")
    #expect(sync.log.entries.map(\.text) == ["There is no key."])
  }

  @Test func `a pause stays at the next start, until the person goes on`() async throws {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let sync = fixture.application.context.sync
    sync.isPauseWanted = true

    await start(fixture, store, emptyServer())
    await fixture.settle()
    #expect(sync.isPaused)
    #expect(fixture.screen.contains("paused"))

    await sync.togglePause()
    #expect(!sync.isPauseWanted)
    #expect(!sync.isPaused)
    await sync.stop()
  }

  @Test func `a long sentence about the server is read to its end in 80 columns`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 80, rows: 24, sdk: try ServerByHand().store)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store,
      connect: { [weak sync] in sync?.cannotConnect(.otherServer, because: "Another one.") })
    await fixture.settle()
    await sync.finishConnecting()

    await fixture.press("space s")

    #expect(fixture.frame.textRows[2].hasPrefix("        "))
    #expect(fixture.screen.contains("gives it the notes."))
    #expect(fixture.frame.textRows[3].hasPrefix(" Pending 0"))
  }

  @Test func `a change that the key may not make is not made, and the reason is reported`()
    async throws
  {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let sync = fixture.application.context.sync
    await start(
      fixture, store,
      emptyServer(capabilities: [
        "name": "marfa",
        "may": ["types": ["core.*": "read"], "edges": ["*": "read"], "purge": false],
      ]))

    await fixture.waitForFrame(in: {
      sync.rights != .all && sync.status?.connection == .readOnly
    })
    await fixture.press("n")

    #expect(fixture.screen.contains("The key of the server may not change notes."))
    #expect(fixture.screen.contains("read-only"))
    #expect(try await fixture.client.items.list().data.isEmpty)
    await fixture.press("?")
    await fixture.type("new note")
    #expect(
      fixture.frame.textRows.contains {
        $0.contains("New note") && $0.contains("The key of the server may not")
      }, "\(fixture.screen)")
    await fixture.press("enter")
    #expect(try await fixture.client.items.list().data.isEmpty)
    await sync.stop()
  }

  @Test func `a change sent again and refused again says so where it said that it is tried`()
    async throws
  {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let (sync, messages) = (fixture.application.context.sync, fixture.application.context.messages)
    let transport = emptyServer()
    await start(fixture, store, transport)
    await fixture.waitForFrame(in: { sync.status?.isAllOnServer == true })
    let refusal: JSONValue = ["error": ["code": "type_not_permitted", "message": "Not this."]]
    for _ in 0..<2 { transport.enqueue(status: 403, json: refusal) }
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.waitForFrame(in: {
      _ = fixture.frame
      return sync.status?.refused == 1
    })
    await fixture.press("g r")

    fixture.application.run("refused.retry")
    await fixture.waitForFrame(in: {
      messages.current?.text.hasPrefix("Refused: ") == true
    })

    #expect(messages.history.map(\.text).contains("Trying again now."))
    #expect(messages.current?.text.contains("Not this") == true)
    #expect(!fixture.screen.contains("Queued again"))
    await sync.stop()
  }

  @Test func `a document's push counts as an exchange`() async throws {
    let server = try ServerByHand()
    let id = try server.add("Together", "hide")
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let sync = fixture.application.context.sync
    let item = try #require(server.items[id])
    await start(fixture, server.store, .emptyServer(items: [item]))
    await fixture.waitForFrame(in: {
      _ = fixture.frame
      return sync.status?.isAllOnServer == true
    })
    let before = try #require(sync.status?.lastSynced)
    fixture.clock.advance(byMilliseconds: 7_200_000)

    let local = SynchronousStore(server.store)
    var replica = try SharedNote("hide", id: NoteDocuments.key(of: id)).replica(
      of: ActorID(number: 1))
    var token = try local.replace(with: replica, over: nil, itemId: id, field: "body").token
    try replica.update { root, _ in try root.jsonText("body")?.edit(0, 0, "A ") }
    token = try local.commit(replica.localChanges, leadingTo: replica, over: token).token
    await fixture.settle()
    #expect(sync.status?.pending == 1)
    replica.acknowledge(through: replica.lastClientSequence)
    _ = try local.receive([], leadingTo: replica, over: token)
    await fixture.settle()

    #expect(sync.status?.pending == 0)
    let last = try #require(sync.status?.lastSynced)
    #expect(last.timeIntervalSince(before) >= 7_000, "\(before) \(last)")
    await sync.stop()
  }

  @Test func `signing in or out elsewhere connects again`() async throws {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let sync = fixture.application.context.sync
    await start(fixture, store, emptyServer())
    await fixture.waitForFrame(in: { sync.status?.isAllOnServer == true })
    #expect(sync.hasEngine)

    sync.signInChanged()
    await sync.finishConnecting()

    // The new way has no answers here: what counts is that the old one has ended.
    #expect(sync.status?.isAllOnServer == false)
    await sync.stop()
  }

  @Test func `the history has what only the server knows, and says when it does not answer`()
    async throws
  {
    let server = try ServerByHand()
    let id = try server.add("Rings", "one")
    try server.edit(id) { $0["body"] = "two" }
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let remote = MockTransport()
    let older: JSONValue = [
      "id": "v0", "item_id": .string(id), "version": 0, "created_at": "2025-12-31T23:00:00Z",
      "properties": ["title": "Rings", "body": "zero"],
    ]
    remote.enqueue(status: 403, json: ["error": ["code": "forbidden", "message": "Not yours."]])
    remote.enqueue(json: ["versions": [older]])
    await start(fixture, server.store, emptyServer(), remote: MarfaClient(transport: remote))
    let sync = fixture.application.context.sync

    await fixture.press("v")
    await fixture.waitForScreen(with: "Without the server")
    #expect(fixture.screen.contains("Not yours."))
    #expect(!fixture.screen.contains("version 0"))

    await fixture.press("esc v")
    await fixture.waitForScreen(with: "version 0")
    await fixture.press("G enter r")

    #expect(try await fixture.client.store.noteText(id: id).body == "zero")
    await sync.stop()
  }
}

extension DocumentWrite {
  /// What the next change names.
  fileprivate var token: Int64 {
    get throws {
      guard case .stored(let token, _) = self else { throw Superseded() }
      return token
    }
  }

  private struct Superseded: Error {}
}
