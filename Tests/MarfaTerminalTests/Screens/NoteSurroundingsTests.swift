import MarfaSDK
import MarfaSDKTestSupport
import TerminalUI
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteSurroundingsTests {
  @Test func `the way back leads past notes that are gone`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])
    for title in ["One", "Two", "Three"] {
      fixture.application.actions.navigation.open(
        id: try #require(try await fixture.id(titled: title)))
      await fixture.settle()
    }
    let two = try #require(try await fixture.id(titled: "Two"))
    try await fixture.client.items.delete(id: two)
    try await fixture.client.items.purge(id: two)
    await fixture.settle()

    await fixture.press("ctrl-o")

    #expect(fixture.application.workspace.note.title == "One")
    #expect(fixture.application.workspace.selectedNote?.title == "One")
    #expect(fixture.application.context.messages.current == nil)

    await fixture.press("alt-o")
    #expect(fixture.application.workspace.note.title == "Three")

    await fixture.press("2 g g x ctrl-o ctrl-o")
    #expect(fixture.application.workspace.note.title == "One")
    #expect(fixture.application.context.messages.current?.severity != .error)
  }

  @Test func `the way back leads to the note whose link was followed`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Target", "# Source\n\n[[Target]]"])

    await fixture.press("l ] g f")
    #expect(fixture.application.workspace.note.title == "Target")
    await fixture.press("ctrl-o")
    #expect(fixture.application.workspace.note.title == "Source")

    await fixture.press("alt-o")
    #expect(fixture.application.workspace.note.title == "Target")
  }

  @Test func `the way back leads to the note whose links were listed`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Target", "# Source\n\n[[Target]]"])

    await fixture.press("j g b enter")
    #expect(fixture.application.workspace.note.title == "Source")
    await fixture.press("ctrl-o")

    #expect(fixture.application.workspace.note.title == "Target")
    #expect(fixture.application.workspace.selectedNote?.title == "Target")
  }

  @Test func `the line that a jump leads to is marked until the reader moves`() async throws {
    let fixture = try await ApplicationFixture(
      notes: ["# Target", "# Source\n\nfirst\n\nsee [[Target]]"])
    let marked = fixture.application.context.settings.theme.style(for: "ui.selection.inactive")

    await fixture.press("j g b enter")

    let row = try #require(fixture.frame.textRows.firstIndex { $0.contains("see Target") })
    let cursor = fixture.frame.cursor
    #expect(cursor.row == row)
    let modifiers = fixture.frame[cursor.column, row].style.modifiers
    #expect(modifiers.isSuperset(of: marked.modifiers))

    await fixture.press("k")
    #expect(fixture.frame.cursor.row != row)
  }

  @Test func `a tag added to the note is shown above its text at once`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("t")
    await fixture.type("birds\n")
    await fixture.press("esc")
    #expect(fixture.screen.contains("│ #birds"))

    let id = try #require(fixture.application.workspace.selectedNote?.id)
    _ = try await fixture.client.store.removeTags(id: id, ["birds"])
    await fixture.settle()
    #expect(!fixture.screen.contains("#birds"))
  }

  @Test func `backlinks are shown below the note and open at their line`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Target", "# Source\n\nsee [[Target]] for more"])
    await fixture.press("j")
    #expect(fixture.application.workspace.selectedNote?.title == "Target")
    #expect(fixture.screen.contains("── Backlinks ──"))
    #expect(fixture.screen.contains("Source  \"see Target for more\""))

    await fixture.press("4")
    #expect(fixture.application.focused.keyContext == .drawer)
    await fixture.press("enter")

    #expect(fixture.application.workspace.note.title == "Source")
    #expect(fixture.application.focused.keyContext == .note)
  }

  @Test func `the backlinks are read again when a link comes and not while typing`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Other", "# Source\n\n[[Target]]", "# Target"])
    let drawer = try #require(fixture.application.workspace.note.drawer)
    #expect(drawer.reads == 1)

    await fixture.press("e o")
    await fixture.type("some text")
    await fixture.passDelays()
    #expect(drawer.reads == 1)

    let other = try #require(try await fixture.id(titled: "Other"))
    try await fixture.client.store.replaceText(id: other, body: "# Other\n\nalso [[Target]]")
    await fixture.settle()

    #expect(drawer.reads == 2)
  }

  @Test func `a click in the drawer opens the place and Escape leaves the drawer`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Source\n\n[[Target]]", "# Target"])
    let drawer = try #require(fixture.application.workspace.note.drawer)
    await fixture.press("4 esc")
    #expect(fixture.application.focused.keyContext == .note)
    let row = Point(column: drawer.area.minColumn + 1, row: drawer.area.minRow + 2)

    fixture.application.handle(.mouse(MouseEvent(.press, at: row)))
    await fixture.settle()

    #expect(fixture.application.workspace.note.title == "Source")
    #expect(fixture.application.workspace.note.reader.topSourceLine == 0)
  }

  @Test func `a low pane shows no backlinks`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 20, notes: ["# Source\n\n[[Target]]", "# Target"])

    #expect(!fixture.screen.contains("Backlinks"))
    await fixture.press("4")
    #expect(fixture.application.focused.keyContext == .note)
  }

  @Test func `tags and attachments are shown around the text`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["body": "# Map"], tags: ["bird", "hide"],
        attachments: [
          Attachment(
            blobRef: "sha256:" + String(repeating: "0", count: 64), mimeType: "image/png",
            title: "hide-map.png")
        ]))

    await fixture.settle()

    #expect(fixture.screen.contains("#bird #hide"))
    #expect(fixture.screen.contains("▣ hide-map.png  not on this machine"))
  }

  @Test func `checking a task in the read view can be undone`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# List\n\n- [ ] one\n- [ ] two"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("enter")

    await fixture.press("ctrl-space")
    #expect(
      try await fixture.client.store.noteText(id: id).body == "# List\n\n- [x] one\n- [ ] two")
    await fixture.press("u")

    #expect(
      try await fixture.client.store.noteText(id: id).body == "# List\n\n- [ ] one\n- [ ] two")
  }
}
