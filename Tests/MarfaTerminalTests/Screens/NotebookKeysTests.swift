import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// Notebooks made and changed from the pane of sources.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct NotebookKeysTests {
  /// Sources with a notebook Birds with a note, in which there is a notebook Rings with another
  /// one, and an empty notebook House; Birds is selected.
  private func fixture() async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One", "# Two", "# Three"])
    let birds = try await fixture.notebook("Birds")
    let rings = try await fixture.notebook("Rings", in: birds)
    _ = try await fixture.notebook("House")
    let one = try #require(try await fixture.id(titled: "One"))
    let two = try #require(try await fixture.id(titled: "Two"))
    _ = try await fixture.client.store.move(id: one, toNotebook: birds)
    _ = try await fixture.client.store.move(id: two, toNotebook: rings)
    await fixture.settle()
    await select("Birds", in: fixture)
    return fixture
  }

  private func select(_ title: String, in fixture: ApplicationFixture) async {
    let workspace = fixture.application.workspace
    let source = workspace.sources.rows.compactMap(\.source).first { $0.title == title }
    workspace.focus = .sources
    workspace.sources.select(source ?? .all)
    await fixture.settle()
  }

  private func paths(_ fixture: ApplicationFixture) async throws -> [String] {
    try await fixture.client.store.notebooks().paths.map(\.path)
  }

  /// The titles of notes by their notebooks.
  private func places(_ fixture: ApplicationFixture) async throws -> [String] {
    let store = fixture.client.store
    let notes = try await store.summaries(ListFilters(type: "core.note", limit: 9)).data
    let holders = try await store.notebookIds(of: notes.map(\.id))
    let all = try await store.notebooks().paths
    return notes.map { note in
      "\(all.first { $0.notebook.id == holders[note.id] }?.path ?? "")/\(note.title)"
    }.sorted()
  }

  @Test func `a new notebook is made in the selected one, and is selected`() async throws {
    let fixture = try await fixture()

    await fixture.press("a")
    #expect(fixture.screen.contains("New notebook in Birds"))
    await fixture.type("Nests/Old\n")

    let all = ["/Birds", "/Birds/Nests", "/Birds/Nests/Old", "/Birds/Rings", "/House"]
    #expect(try await paths(fixture) == all)
    #expect(fixture.application.workspace.sources.title == "Old")
    #expect(fixture.screen.contains("Created Nests/Old. u to undo."))
    #expect(!fixture.screen.contains("is gone"))
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    await fixture.press("ctrl-r")
    #expect(try await paths(fixture) == all)
  }

  @Test(arguments: [("Birds", "/Work"), ("Inbox", "Work")])
  func `a notebook is made at the top from a place that is none, and with a slash`(
    place: String, name: String
  ) async throws {
    let fixture = try await fixture()
    await select(place, in: fixture)

    await fixture.press("a")
    await fixture.type(name + "\n")

    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House", "/Work"])
    #expect(fixture.application.workspace.sources.title == "Work")
  }

  @Test func `a notebook gets another name, and its old one again`() async throws {
    let fixture = try await fixture()

    await fixture.press("r")
    await fixture.type(" of prey\n")

    #expect(try await paths(fixture) == ["/Birds of prey", "/Birds of prey/Rings", "/House"])
    #expect(fixture.screen.contains("2 Birds of prey"))
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    await fixture.press("r")
    await fixture.type("/x\n")
    #expect(fixture.screen.contains("A notebook's name is not empty and has no slash."))
  }

  @Test func `a notebook moves into another one, not into itself, and to the top`() async throws {
    let fixture = try await fixture()

    await fixture.press("m")
    #expect(fixture.screen.contains("Move the notebook Birds to"))
    #expect(!fixture.screen.contains("Birds/Rings"))
    await fixture.type("House\n")
    #expect(try await paths(fixture) == ["/House", "/House/Birds", "/House/Birds/Rings"])
    #expect(fixture.screen.contains("Moved to House. u to undo."))

    await fixture.press("m enter")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/House", "/House/Birds", "/House/Birds/Rings"])
  }

  @Test func `a notebook goes and its notes stay`() async throws {
    let fixture = try await fixture()
    let before = try await places(fixture)

    await fixture.press("x")
    #expect(fixture.screen.contains("keep its 2 notes and"))
    await fixture.press("enter x k")

    #expect(try await paths(fixture) == ["/House", "/Rings"])
    #expect(try await places(fixture) == ["/One", "/Rings/Two", "/Three"])
    #expect(fixture.screen.contains("Moved Birds to the trash, 1 note kept. u to undo."))
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    #expect(try await places(fixture) == before)
  }

  @Test func `the question before a notebook goes names what is in it`() async throws {
    let fixture = try await fixture()
    await select("Rings", in: fixture)
    await fixture.press("x")
    #expect(fixture.screen.contains("keep its note, or"))
    #expect(fixture.screen.contains("k keep the note   t trash the note, too"))
    await fixture.press("enter")

    await select("House", in: fixture)
    await fixture.press("a")
    await fixture.type("Shed\n")
    await select("House", in: fixture)
    await fixture.press("x")
    #expect(fixture.screen.contains("keep the notebook in"))
    #expect(fixture.screen.contains("k keep that one   t trash that one, too"))
  }

  @Test func `a notebook goes with its notes`() async throws {
    let fixture = try await fixture()
    let before = try await places(fixture)

    await fixture.press("del t")

    #expect(try await paths(fixture) == ["/House"])
    #expect(try await places(fixture) == ["/Three"])
    #expect(fixture.screen.contains("Moved Birds to the trash, 2 notes with it. u to undo."))
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    #expect(try await places(fixture) == before)
  }

  @Test func `a notebook comes back out of the trash with its notes, one after the other`()
    async throws
  {
    let fixture = try await fixture()
    let before = try await places(fixture)
    await fixture.press("space R")
    #expect(fixture.screen.contains("No notebook is in the trash."))
    await fixture.press("x t g t")
    #expect(fixture.screen.contains("Space R notebooks"), "\(fixture.screen)")

    await fixture.press("space R")
    #expect(fixture.screen.contains("Restore a notebook"))
    #expect(fixture.screen.contains(#/Rings .*/Birds/Rings/#))
    await fixture.type("birds\n")

    #expect(try await paths(fixture) == ["/Birds", "/House"])
    #expect(fixture.screen.contains("Restored the notebook Birds. Its notes in the trash"))
    await fixture.press("u")
    #expect(try await paths(fixture) == ["/House"])
    await fixture.press("ctrl-r space R enter")
    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings", "/House"])
    await fixture.press("2 space V R")
    #expect(try await places(fixture) == before)
  }

  @Test func `an empty notebook goes without a question`() async throws {
    let fixture = try await fixture()
    await select("House", in: fixture)

    await fixture.press("x")

    #expect(try await paths(fixture) == ["/Birds", "/Birds/Rings"])
    #expect(fixture.application.workspace.sources.title == "Rings")
  }

  @Test(arguments: [
    ("Birds", "e", "e is for the list (2): edit here (normal mode)."),
    ("Birds", "w", "w does nothing here. ? lists what you can do here."),
    ("Inbox", "x", "“Inbox” is not a notebook; select one in the left pane."),
    ("Inbox", "r", "“Inbox” is not a notebook or a tag; select one in the left pane."),
  ])
  func `a key that does nothing here says why`(
    place: String, key: String, sentence: String
  ) async throws {
    let fixture = try await fixture()
    await select(place, in: fixture)

    await fixture.press(key)

    #expect(fixture.screen.contains(sentence), "\(fixture.screen)")
  }

  @Test func `a key of another pane is explained in full at 80 columns, with a server`()
    async throws
  {
    let fixture = try await ApplicationFixture(sdk: try ServerByHand().store)
    await fixture.follow(fixture.client.store, MockTransport.emptyServer())
    await fixture.waitForScreen(with: "live · all on server")

    await fixture.press("o")

    #expect(
      fixture.screen.contains("o is for the sources (1): fold or unfold the notebook."),
      "\(fixture.screen)")
    await fixture.application.context.sync.stop()
  }

  @Test func `without the pane of sources the key bar begins with the way to it`() async throws {
    let narrow = try await ApplicationFixture(columns: 80, rows: 24, notes: ["# One"])
    let wide = try await ApplicationFixture(columns: 120, rows: 24, notes: ["# One"])

    #expect(narrow.screen.contains("\n  1 notebooks  Enter open"))
    #expect(wide.screen.contains("\n  Enter open"))
  }
}
