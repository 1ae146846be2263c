import MarfaTerminal
import Settings
import Testing

/// The lists of what can be done.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionListTests {
  @Test func `help filters as is typed and does what is chosen`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("?")
    // How many actions there are is not the golden's matter.
    try expectGolden(fixture.screen.replacing(#/1 of \d\d/#, with: "1 of ##"), "help-80x24")
    await fixture.type("zoom this\n")

    #expect(fixture.application.workspace.isZoomed)
    #expect(fixture.application.compositor.layers.isEmpty)
  }

  @Test func `help has its actions under headings, which are passed over`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, rows: 24, notes: ["# One"])
    await fixture.press("?")
    #expect(selected(fixture) == "Open the selection")

    await fixture.press("up")
    #expect(selected(fixture) == "Open the selection")
    let headings = headings(fixture)
    #expect(headings.first == "Notes")
    while !self.headings(fixture).contains("Lists and search") { await fixture.press("down") }
    let first = selected(fixture)
    await fixture.press("up down")
    #expect(selected(fixture) == first)

    await fixture.type("zoom")
    #expect(self.headings(fixture).isEmpty)
    #expect(selected(fixture) == "Zoom this pane")
    for _ in 0..<4 { await fixture.press("backspace") }
    #expect(self.headings(fixture) == headings)
    #expect(selected(fixture) == "Open the selection")
  }

  /// The title of the selected row.
  private func selected(_ fixture: ApplicationFixture) -> String? {
    fixture.screen.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/│ ▌(\S.*?) {2,}/#).map { String($0.1) }
    }.last
  }

  /// The lines of a box that are headings.
  private func headings(_ fixture: ApplicationFixture) -> [String] {
    fixture.screen.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/│  (\S[^│]*?) +│/#).map { String($0.1) }
    }.filter { title in CommandGroup.allCases.contains { $0.rawValue == title } }
  }

  private func help(preset: String, _ keys: String) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(
      columns: 80, rows: 260, notes: ["# One"], configuration: "editing: {preset: \(preset)}\n")
    await fixture.press(keys)
    return fixture
  }

  /// The rows of a box: what is done, and its key.
  private func rows(_ fixture: ApplicationFixture) -> [String] {
    fixture.screen.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/│  (\S.*?) {2,}(\S.*?)  │/#).map { "\($0.1): \($0.2)" }
    }
  }

  @Test func `the help of the plain editor has its own keys, and none that they hide`()
    async throws
  {
    let fixture = try await help(preset: "plain", "i f1")

    let rows = rows(fixture)
    #expect(
      Set(rows).isSuperset(of: [
        "Search and replace: Ctrl-r", "Find: Ctrl-f", "Find next: F3", "Cut: Ctrl-x",
        "Select all: Ctrl-a", "Redo: Ctrl-y", "Toggle checkbox: Ctrl-space", "Complete: Ctrl-n",
        "Go to any note, tag, notebook or action: Ctrl-p", "Change the tags: Ctrl-t",
      ]))
    #expect(!rows.contains { $0.hasPrefix("New note") })
    await fixture.type("select all\n")
    #expect(fixture.application.workspace.note.session?.editor.selectedRange == 0..<5)
  }

  @Test func `the help of the editor with modes has the keys of the mode`() async throws {
    let fixture = try await help(preset: "vim", "e f1")
    let normal = rows(fixture)
    #expect(Set(normal).isSuperset(of: ["Undo: u", "Rot13: g ?", "Toggle checkbox: g x"]))
    await fixture.type("append at line end\n")
    #expect(fixture.application.workspace.note.modeName == "INSERT")

    await fixture.press("f1")
    #expect(rows(fixture).contains("Indent line: Ctrl-t"))
    #expect(!rows(fixture).contains("Undo: u"))
  }

  @Test func `the help of the editor finds the texts that a command may take`() async throws {
    let fixture = try await help(preset: "vim", "e f1")
    await fixture.type("inner")
    #expect(fixture.screen.contains(#/Inner list item +press it after d, c, y or v +i l/#))
    #expect(fixture.screen.contains(#/Inner fenced block +press it after d, c, y or v +i c/#))
    #expect(fixture.screen.matches(of: #/Inner parentheses/#).count == 1)

    let selecting = try await help(preset: "vim", "e v f1")
    await selecting.type("inner word")
    #expect(selecting.screen.contains("Inner word"))
    #expect(!selecting.screen.contains("press it after"))
  }

  @Test func `every action has a name, a summary and a place in the help`() {
    let registry = CommandRegistry.standard

    #expect(registry.names == Set(DefaultKeymap.commandNames))
    #expect(registry.commands.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func `the palette knows actions that have no key here`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("space space")
    await fixture.type("copy the id\n")

    #expect(fixture.host.copied == [fixture.application.workspace.selectedNote?.id])
  }
}
