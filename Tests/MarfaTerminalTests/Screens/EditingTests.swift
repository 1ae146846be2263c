import Editor
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteEditing
import Settings
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct EditingTests {
  @Test func `text stored while typing can be undone after a crash`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    await fixture.type("two ")
    await fixture.passDelays()

    let archives = UndoArchives(stateDirectory: fixture.folder.path + "/state")
    var editor = await archives.open("two one", options: EditorOptions(), noteId: id)
    _ = editor.handle(KeyEvent("u"), at: .zero)

    #expect(editor.text == "one")
  }

  @Test func `text typed right after n goes into the new note`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])

    await fixture.type("nHello\nworld")
    await fixture.passDelays()

    let id = try #require(try await fixture.id(titled: "Hello"))
    #expect(try await fixture.client.store.noteText(id: id).body == "Hello\nworld")
    #expect(fixture.application.workspace.list.selectedRow?.id == id)
    #expect(fixture.screen.contains("INSERT"))
  }

  @Test func `a long text that comes before the new note is open is in it whole`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let text = "Title\n" + (1...60).map { "line \($0)" }.joined(separator: "\n")

    await fixture.type("n" + text)
    await fixture.passDelays()

    #expect(fixture.application.workspace.note.session?.editor.text == text)
  }

  @Test func `the heading of the note follows the first line once typing rests`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)

    await fixture.type("nHello")
    await fixture.passDelays()
    // It is stored, and each further key would be drawn here, too.
    #expect(fixture.frame.textRows.first?.contains("3 Hello") == false)
    await fixture.passDelays()

    let heading = try #require(fixture.frame.textRows.first)
    #expect(heading.contains("3 Hello"), "\(heading)")
    #expect(!fixture.screen.contains("Untitled"))
    #expect(fixture.application.workspace.note.title == "Hello")
    #expect(fixture.host.titles.last?.contains("Hello") == true)
  }

  @Test func `the lowest line says how to type and how to get out`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])

    #expect(fixture.screen.contains("i edit"))
    await fixture.press("e")
    #expect(fixture.screen.contains("i type  u undo  / find"))
    await fixture.press("i")
    #expect(fixture.screen.contains("Esc stop typing"))
    await fixture.press("esc v")
    #expect(fixture.screen.contains("y copy  d cut  Esc back"))
    await fixture.press("esc /")
    #expect(fixture.screen.contains("Enter go there  Esc back"))
  }

  @Test(arguments: ["2", "3"])
  func `i opens a note for typing, where it is seen, and e for commands`(pane: String) async throws
  {
    let body = (1...60).map { "line \($0)" }.joined(separator: "\n\n")
    let fixture = try await ApplicationFixture(notes: [body])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("3 pagedown \(pane) i")
    #expect(fixture.application.workspace.note.modeName == "INSERT")

    await fixture.type("typed ")
    await fixture.press("esc")
    #expect(fixture.application.workspace.note.modeName == "NORMAL")
    await fixture.press("esc e")
    #expect(fixture.application.workspace.note.modeName == "NORMAL")
    await fixture.press("esc")
    await fixture.passDelays()

    let text = try await fixture.client.store.noteText(id: id).body
    #expect(text.contains("\n\ntyped line "), "\(text)")
  }

  @Test func `a word that is typed changes its own row and that of the place, until typing rests`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# Old\n\nOne"])
    await fixture.press("e G A")
    await fixture.type(" t")
    let before = fixture.frame.textRows

    await fixture.type("wo thr")

    let after = fixture.frame.textRows
    let changed = after.indices.filter { after[$0] != before[$0] }
    #expect(changed.count == 2, "\(changed)")
    #expect(after[0] == before[0])

    await fixture.passDelays()

    #expect(fixture.frame.textRows[0].contains("4 words"), "\(fixture.frame.textRows[0])")
  }

  @Test func `escape goes from typing to reading to the list and never quits`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    await fixture.press("e i")

    await fixture.press("esc")
    #expect(fixture.screen.contains("NORMAL"))
    await fixture.press("esc")
    #expect(!fixture.application.workspace.note.isEditing)
    await fixture.press("esc")
    #expect(fixture.application.workspace.focus == .list)
    await fixture.press("esc esc esc")
    #expect(!fixture.host.hasQuit)
  }

  @Test func `a change made elsewhere is merged into what is being typed`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one\ntwo\nthree"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")
    await fixture.type("iMINE ")
    await fixture.passDelays()

    #expect(fixture.application.workspace.note.session?.editor.cursor == 5)
    try await fixture.client.store.replaceText(id: id, body: "MINE one\ntwo\nthree THEIRS")
    await fixture.settle()
    #expect(fixture.application.workspace.note.session?.editor.cursor == 5)
    await fixture.type("more ")
    await fixture.passDelays()

    let body = try await fixture.client.store.noteText(id: id).body
    #expect(body == "MINE more one\ntwo\nthree THEIRS")
  }

  @Test func `a change made elsewhere before the typed text is stored is kept`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one\ntwo\nthree"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")
    await fixture.type("iMINE ")

    try await fixture.client.store.replaceText(id: id, body: "one\ntwo\nthree THEIRS")
    await fixture.settle()
    await fixture.passDelays()

    #expect(
      try await fixture.client.store.noteText(id: id).body == "MINE one\ntwo\nthree THEIRS")
    #expect(fixture.application.workspace.note.session?.editor.text.hasSuffix("THEIRS") == true)
    #expect(fixture.application.context.messages.history.isEmpty)
  }

  @Test func `a change made elsewhere arrives while typing goes on, before anything is stored`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["one\ntwo\nthree"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")
    await fixture.type("iMINE ")

    try await fixture.client.store.replaceText(id: id, body: "one\ntwo\nthree THEIRS")
    await fixture.settle()

    let text = fixture.application.workspace.note.session?.editor.text
    #expect(text == "MINE one\ntwo\nthree THEIRS")
    #expect(fixture.screen.contains("THEIRS"))
  }

  @Test func `a change made elsewhere arrives without a frame`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one\ntwo\nthree"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")

    try await fixture.client.store.replaceText(id: id, body: "one\ntwo\nTHEIRS")
    for _ in 0..<4 {
      await fixture.store.settle()
      await fixture.application.workspace.note.finishLoading()
      await fixture.application.context.work.finish()
    }

    #expect(fixture.application.workspace.note.session?.editor.text == "one\ntwo\nTHEIRS")
  }

  @Test
  func `words that another program changed as well stay mine, and it is said where theirs are`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["by 8 now"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e w r 9")
    try await fixture.client.store.replaceText(id: id, body: "by 7 now")
    await fixture.settle()
    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "by 9 now")
    #expect(fixture.screen.contains("changed elsewhere in the same words"), "\(fixture.screen)")
    let versions = try await fixture.client.items.versions(id: id)
    #expect(versions.contains { $0.properties["body"] == "by 7 now" })
  }

  @Test(arguments: ["n", "space d"])
  func `a new note into which nothing is written goes again`(key: String) async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])

    await fixture.press(key + " esc esc")

    #expect(fixture.application.workspace.list.window.count == 1)
    #expect(fixture.application.workspace.note.title == "Old")
    #expect(fixture.application.workspace.focus == .list)
    #expect(fixture.screen.contains("The note was empty; it was not kept."))

    await fixture.press(key)
    await fixture.type("new")
    await fixture.press("esc esc")
    #expect(fixture.application.workspace.list.window.count == 2)
  }

  @Test
  func `keys typed ahead after a new note that stays empty go to the note that is shown then`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let id = try #require(try await fixture.id(titled: "Old"))

    for name in ["n", "esc", "esc", "i"] {
      fixture.application.handle(.key(try #require(KeyChord(parsing: name)).event))
    }
    await fixture.type("typed ")
    await fixture.press("esc esc")

    #expect(try await fixture.client.store.noteText(id: id).body.hasPrefix("typed "))
    #expect(fixture.application.workspace.list.window.count == 1)
  }

  @Test func `a new note that was given a title stays without a text`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])

    fixture.application.context.carryOut(.create(titled: "Given"))
    await fixture.settle()
    await fixture.press("esc esc")

    #expect(fixture.application.workspace.list.window.count == 2)
  }

  @Test func `undo outlives leaving the note`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    await fixture.type("X")
    await fixture.press("esc esc")
    await fixture.settle()

    await fixture.press("e u")
    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "# Old")
  }

  @Test func `quitting stores what was typed just before`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    await fixture.type("X")

    await fixture.press("esc esc esc Q")
    await fixture.settle()

    #expect(fixture.host.hasQuit, "\(fixture.screen)")
    #expect(try await fixture.client.store.noteText(id: id).body == "X# Old")
  }
}
