import MarfaSDK
import MarfaTerminal
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct WorkspaceScreenTests {
  static let notes = [
    "# Ring records\n\nSee [[Field notes]] for pair B. #birds",
    "# Shopping\n\n- [ ] rye flour\n- [x] salt\n\n| what | where |\n|---|---|\n| nails | yard |",
    "# Field notes\n\nMorning at the *north hide*, wind from the west. Three pairs, one "
      + "carrying nest material to the **reed edge**.\n\n> Sings before light.\n\n#birds",
  ]

  @Test(arguments: [(80, 24), (200, 60), (40, 12), (120, 30)])
  func `the workspace looks as drawn`(columns: Int, rows: Int) async throws {
    let fixture = try await ApplicationFixture(columns: columns, rows: rows, notes: Self.notes)

    #expect(fixture.application.workspace.selectedNote?.title == "Field notes")
    #expect(fixture.application.workspace.list.window.count == 3)
    try expectGolden(fixture.screen, "workspace-\(columns)x\(rows)")
  }

  @Test func `without Unicode everything is drawn in ASCII`() async throws {
    let fixture = try await ApplicationFixture(isUnicode: false, notes: Self.notes)

    #expect(fixture.screen.allSatisfy { $0.isASCII })
    try expectGolden(fixture.screen, "workspace-ascii")
    await fixture.press("t")
    #expect(fixture.screen.contains("Tags of \"Field notes\""))
    #expect(fixture.screen.allSatisfy { $0.isASCII })
  }

  @Test(arguments: [(10, 3), (19, 24), (80, 4), (1, 1)])
  func `a terminal that is too small shows a message`(columns: Int, rows: Int) async throws {
    let fixture = try await ApplicationFixture(columns: columns, rows: rows, notes: Self.notes)

    #expect(fixture.frame.textRows[0].hasPrefix(String("too small".prefix(columns))))
    if columns >= 10, rows >= 2 { #expect(fixture.screen.contains("20×5")) }
    #expect(fixture.frame.bounds.contains(fixture.frame.cursor))
  }

  @Test func `nothing is done to a note on a screen that is too small to show it`() async throws {
    let fixture = try await ApplicationFixture(columns: 10, rows: 3, notes: ["# One"])

    let id = try #require(try await fixture.id(titled: "One"))

    await fixture.press("x i x")

    #expect(try await fixture.client.store.noteText(id: id).state == .active)
    #expect(fixture.application.workspace.note.session == nil)
  }

  @Test func `nothing is opened where nobody sees it, and the program can be left`() async throws {
    let fixture = try await ApplicationFixture(columns: 10, rows: 3, notes: ["# One"])

    await fixture.press("space t ? : space f # g m")
    #expect(fixture.application.compositor.top == nil)
    await fixture.press("Q")
    #expect(fixture.host.hasQuit)
  }

  @Test func `typing goes on while the screen is too small`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let id = try #require(try await fixture.id(titled: "One"))
    await fixture.press("e G o")

    fixture.size = Size(columns: 10, rows: 3)
    await fixture.type("two")
    await fixture.press("esc esc")

    #expect(try await fixture.client.store.noteText(id: id).body == "# One\ntwo")
  }

  @Test func `text typed in a line of input stays while the screen is too small`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.press("/")
    await fixture.type("o")

    fixture.size = Size(columns: 10, rows: 3)
    await fixture.type("nex")
    await fixture.press("backspace")
    await fixture.press("enter")
    fixture.size = Size(columns: 80, rows: 24)

    #expect(fixture.application.focused.keyContext == .prompt)
    #expect(fixture.screen.contains("/one"))
    #expect(!fixture.screen.contains("onex"))
  }

  @Test func `Ctrl-C says how to quit once there is nothing left to step out of`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("l ctrl-c")
    #expect(fixture.application.workspace.focus == .list)
    #expect(!fixture.screen.contains("Q quits."))
    await fixture.press("esc")
    #expect(!fixture.screen.contains("Q quits."))
    await fixture.press("ctrl-c")

    #expect(fixture.screen.contains("Q quits."))
  }

  @Test func `Ctrl-C while typing goes one step back at a time, stores the text and never quits`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let id = try #require(try await fixture.id(titled: "One"))
    await fixture.press("e G o")
    await fixture.type("two")

    await fixture.press("ctrl-c")
    #expect(fixture.screen.contains("NORMAL"))
    await fixture.press("ctrl-c ctrl-c ctrl-c")

    #expect(!fixture.host.hasQuit)
    #expect(try await fixture.client.store.noteText(id: id).body == "# One\ntwo")
  }

  @Test(arguments: ["", "e", "e i", "/"])
  func `Ctrl-L draws the whole screen again wherever the keys go`(keys: String) async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    await fixture.press(keys)

    await fixture.press("ctrl-l")

    #expect(fixture.host.redraws == 1)
  }

  @Test func `the key bar greys what cannot be done now`() async throws {
    func style(_ word: String, notes: [String]) async throws -> Style {
      let fixture = try await ApplicationFixture(columns: 120, notes: notes)
      let bar = try #require(fixture.frame.textRows.last)
      let start = try #require(bar.firstRange(of: word), "\(fixture.screen)").lowerBound
      return fixture.frame[bar.distance(from: bar.startIndex, to: start), 23].style
    }

    #expect(try await style("i edit", notes: ["# One"]).modifiers.isDisjoint(with: .dim))
    #expect(try await style("i edit", notes: []).modifiers.contains(.dim))
    #expect(try await style("n new", notes: []).modifiers.isDisjoint(with: .dim))
  }

  @Test func `an empty store says how to begin`() async throws {
    let fixture = try await ApplicationFixture()

    #expect(fixture.screen.contains("No notes yet."))
    #expect(fixture.screen.contains("Select a note, or press n"))
  }

  @Test func `escape sequences in titles and texts are shown and not sent`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# \u{1b}[31mred\n\nbell \u{7} \u{202e}"])

    #expect(fixture.screen.contains("^[[31mred"))
    #expect(fixture.screen.contains("^G"))
    let scalars = fixture.frame.cells.flatMap(\.character.unicodeScalars)
    #expect(scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
  }

  @Test(arguments: [80, 120])
  func `the first frame shows list, note and counts at once`(columns: Int) async throws {
    let fixture = try await ApplicationFixture(notes: [
      "# One\n\nfirst of [[Two]]", "# Two\n\nsecond",
    ])
    let size = Size(columns: columns, rows: 24)
    let application = Application(
      context: Context(
        client: fixture.client, store: MarfaStore(store: fixture.client.store), host: fixture.host,
        settings: fixture.application.context.settings, now: fixture.application.context.now,
        elapsed: fixture.application.context.elapsed),
      requestFrame: {})

    await application.readFirstScreen(size: size)

    let rows = application.render(size: size).textRows
    #expect(rows.contains { $0.contains("Two") && $0.contains("saved") })
    #expect(rows.contains { $0.contains("second") })
    #expect(rows.contains { $0.contains("One") })
    #expect(rows.contains { $0.contains("1 of 2") })
    #expect(rows.contains { $0.contains("Backlinks") })
    #expect(columns < 110 || rows.contains { $0.contains("All notes") && $0.contains(" 2 ") })
  }
}
