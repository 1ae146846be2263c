import MarfaSDK
import MarfaTerminal
import NoteFiles
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SyncDrawerTests {
  @Test(arguments: [(80, 24), (200, 60)])
  func `the drawer shows each change with the server's words`(columns: Int, rows: Int) async throws
  {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: columns, rows: rows)

    await fixture.press("space s down")

    try expectGolden(fixture.screen, "sync-drawer-\(columns)x\(rows)")
  }

  @Test func `a refused change is given up after a question, and the server's text is shown`()
    async throws
  {
    let (fixture, server) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)
    let talk = try #require(
      server.items.values.first { $0.properties["title"] == "Talk on local-first" })

    await fixture.press("space s down d")
    #expect(fixture.screen.contains("Give up this change of “Talk on local-first”"))
    await fixture.press("enter")
    #expect(try await fixture.client.store.noteText(id: talk.id).body == "Second slide")

    await fixture.press("d g")
    #expect(try await fixture.client.store.noteText(id: talk.id).body == "First slide")
    #expect(fixture.application.context.sync.status?.refused == 0)
  }

  @Test func `words are copied, the note is opened, the log is kept`() async throws {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)

    await fixture.press("space s down y")
    #expect(
      fixture.host.copied == ["The key may not write core.note. (403 type_not_permitted)"])
    await fixture.press("l")
    #expect(fixture.screen.contains("The network is down."))
    await fixture.press("enter")
    #expect(fixture.host.copied.last == "The network is down.")

    await fixture.press("e")
    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.application.workspace.note.title == "Talk on local-first")
  }

  @Test func `a line of the log that is cut is shown whole below`() async throws {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 80, rows: 24)
    let words =
      "The certificate of notes.example is not trusted: its key is sha256/AAAA. To trust it, set "
      + "server.ca_file, or server.pin to that key and run sync again."
    fixture.application.context.sync.cannotConnect(.offline, because: words)

    await fixture.press("space s l")

    for part in ["its key is sha256/AAAA.", "server.pin to that key and run sync", "again."] {
      #expect(fixture.screen.contains(part), "\(fixture.screen)")
    }
  }

  @Test func `a long queue is read as far as it is looked at`() async throws {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)
    _ = try await fixture.client.store.createItems(
      (0..<500).map {
        NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string("Q\($0)"), "body": ""]))
      })
    await fixture.press("space s")
    #expect(fixture.screen.contains("Q1"))
    #expect(fixture.screen.contains(" Pending 502"), "\(fixture.screen)")

    for _ in 0..<3 { await fixture.press("G") }

    #expect(fixture.screen.contains("Q499"), "\(fixture.screen)")
  }

  @Test(arguments: [(80, 24), (200, 60)])
  func `what a server lacks that was set back is counted and listed, and the question is whole`(
    columns: Int, rows: Int
  ) async throws {
    let server = try ServerByHand()
    for title in ["Rye", "Barley"] {
      _ = try await LocalClient(store: server.store).items.create(
        CreateItemInput(type: "core.note", properties: ["title": .string(title), "body": ""]))
    }
    try SynchronousStore(server.store).execute(
      "UPDATE mutation SET attempt = 1, last_error = 'set_back', next_attempt_at = "
        + "9223372036854775807")
    let fixture = try await ApplicationFixture(columns: columns, rows: rows, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()

    await fixture.press("space s")

    #expect(fixture.application.context.sync.status?.pending == 2)
    for part in ["The server lacks 2 changes ", " Pending 2", "waits for the answer"] {
      #expect(fixture.screen.contains(part), "\(fixture.screen)")
    }
    #expect(fixture.screen.contains("The server was set back and lacks 2 changes. Enter sends"))
    await fixture.press("down")
    #expect(fixture.frame.textRows.contains { $0.hasPrefix("▌ create    Rye") })
    #expect(fixture.screen.contains("The server was set back and lacks this change;"))
    await fixture.press("d")
    #expect(fixture.application.compositor.top is SyncDrawer)
  }

  @Test func `Enter on a conflict opens it`() async throws {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)

    await fixture.press("space s enter")

    #expect(fixture.application.compositor.top is MergeView)
  }

  @Test func `the selection stays on its change while others come and go`() async throws {
    let (fixture, server) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)
    await fixture.press("space s down")
    #expect(fixture.frame.textRows.contains { $0.hasPrefix("▌ update    Talk") })

    let letter = try #require(
      server.items.values.first { $0.properties["title"] == "Letter to the office" })
    let conflict = try #require(try await fixture.client.store.parkedConflicts().first)
    #expect(conflict.context.itemId == letter.id)
    try await fixture.client.store.resolveConflict(id: conflict.id, choosing: [:])
    await fixture.settle()

    #expect(fixture.frame.textRows.contains { $0.hasPrefix("▌ update    Talk") })
  }

  @Test func `giving up a creation says that the note goes, too`() async throws {
    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)

    await fixture.press("space s G d")
    #expect(fixture.screen.contains("Give up this change of “Rye sourdough” (create)?"))
    #expect(fixture.screen.contains("removed from this machine, too: the server does not have it."))
    await fixture.press("g")

    let titles = try await fixture.client.items.list().data.map { $0.properties["title"] }
    #expect(titles.count == 4)
    #expect(!titles.contains("Rye sourdough"))
  }

  @Test func `the log names the notes`() async throws {
    let (fixture, server) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)
    let talk = try #require(
      server.items.values.first { $0.properties["title"] == "Talk on local-first" })
    var log = SyncLog()
    log.add(.itemUpdated(id: talk.id), at: fixture.application.context.now())
    let error = APIError(code: "too_large", message: "Too large.", status: nil)
    for attempt in 0...2 {
      log.add(
        .mutationDropped(kind: .createItem, itemId: talk.id, attempt: attempt, error: error),
        at: fixture.application.context.now())
    }
    #expect(
      log.entries.map(\.text) == [
        "Changed on the server", "create refused before it was sent: too_large Too large.",
        "create refused: too_large Too large.",
        "create refused after 2 attempts: too_large Too large.",
      ])

    let titles = try await fixture.client.store.titles(ofItems: [talk.id, "none"])
    #expect(titles == [talk.id: "Talk on local-first"])
  }

  @Test func `a pause says how to go on, where p means something else`() async throws {
    var status = SyncStatus(server: "https://notes.example")
    status.connection = .paused
    #expect(status.connection.sentence == "Paused: what you change waits here.")

    let (fixture, _) = try await ConnectedScreenTests.connected(columns: 120, rows: 30)
    fixture.application.context.sync.cannotConnect(.paused, because: "A person asked for it.")
    await fixture.settle()
    #expect(fixture.screen.contains("Paused: what you change waits here. Space s goes on."))
  }
}
