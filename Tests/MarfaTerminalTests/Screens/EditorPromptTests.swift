import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct EditorPromptTests {
  /// The row of the status line.
  private func status(_ fixture: ApplicationFixture) -> String {
    fixture.frame.textRows[fixture.application.workspace.layout.status.minRow]
  }

  @Test func `a search in the editor shows what is typed, its count and the cursor`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one two one three one"])
    await fixture.press("e")

    await fixture.type("/one")

    let row = fixture.application.workspace.layout.status.minRow
    #expect(status(fixture).contains("/one"))
    #expect(status(fixture).contains("of 3"))
    #expect(fixture.frame.cursor == Point(column: 5, row: row))

    await fixture.press("enter")

    #expect(status(fixture).contains("NORMAL"))
  }

  @Test func `a pattern that is not found says so before Enter`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one"])
    await fixture.press("e")

    await fixture.type("?zebra")

    #expect(status(fixture).contains("?zebra"))
    #expect(status(fixture).contains("no match"))
  }

  @Test func `a replacement asks about each match on the status line`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["one two one"])
    await fixture.press("e")

    await fixture.type("g/one\n1\n")

    #expect(status(fixture).contains("Replace \"one\" with \"1\"?"))
    #expect(status(fixture).contains("y yes  n no  a all  q quit   1 of 2"))
    #expect(
      fixture.frame.cursor.row == fixture.application.workspace.layout.status.minRow)

    await fixture.press("a")

    #expect(fixture.application.workspace.note.session?.editor.text == "1 two 1")
    #expect(status(fixture).contains("2 replacements"))
  }

  @Test func `a macro being recorded and pending keys are on the status line`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one two"])
    await fixture.press("e")

    await fixture.type("qa2d")

    #expect(status(fixture).contains("recording @a"))
    #expect(status(fixture).contains("2d"))
  }

  @Test func `the keys that may follow an operator are shown once it rests`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["one two"])
    await fixture.press("e d")
    #expect(!fixture.screen.contains("word forward"))

    await fixture.passDelays()

    #expect(fixture.screen.contains("word forward"))

    await fixture.press("w")

    #expect(!fixture.screen.contains("word forward"))
    #expect(fixture.application.workspace.note.session?.editor.text == "two")
  }

  @Test func `Alt with a letter while typing is Escape and the letter`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one"])
    await fixture.press("e i")
    await fixture.type("ab")

    await fixture.press("alt-x")

    #expect(fixture.application.workspace.note.session?.editor.text == "aone")
    #expect(status(fixture).contains("NORMAL"))
  }

  @Test func `the title line counts words, reading time and place`() async throws {
    let fixture = try await ApplicationFixture(columns: 150, notes: ["one two three"])

    await fixture.press("e")

    let title = fixture.frame.textRows[0]
    #expect(title.contains("3 words  1 min  1:1 100%"))
  }

  @Test func `undo by name undoes in the editor while it is open`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one"])
    await fixture.press("e x")

    fixture.application.run("note.undo")
    #expect(fixture.application.workspace.note.session?.editor.text == "one")
    fixture.application.run("note.redo")

    #expect(fixture.application.workspace.note.session?.editor.text == "ne")
  }

  // MARK: - Command mode

  @Test func `a substitution on the command line acts on the edited note`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["one two one\none"])
    await fixture.press("e")

    await fixture.type(":%s/one/1/g\n")

    #expect(fixture.application.workspace.note.session?.editor.text == "1 two 1\n1")
    #expect(status(fixture).contains("3 replacements"))
  }

  @Test func `the command line begins with the selection, and acts on it`() async throws {
    let fixture = try await ApplicationFixture(notes: ["a\na\na"])
    await fixture.press("e")

    await fixture.type("Vj:")
    #expect(status(fixture).contains(":'<,'>"))
    await fixture.type("s/a/b/\n")

    #expect(fixture.application.workspace.note.session?.editor.text == "b\nb\na")
  }

  @Test(arguments: [":q\n", ":wq\n", ":x\n", ":q!\n", "ZZ"])
  func `vi's ways out leave the editor, with all stored`(keys: String) async throws {
    let fixture = try await ApplicationFixture(notes: ["abc"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")

    await fixture.type("x" + keys)
    await fixture.passDelays()

    #expect(!fixture.application.workspace.note.isEditing)
    #expect(try await fixture.client.store.noteText(id: id).body == "bc")
  }

  @Test func `writing on the command line stores the note at once and goes on`() async throws {
    let fixture = try await ApplicationFixture(notes: ["abc"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")

    await fixture.type("x:w\n")

    #expect(fixture.application.workspace.note.isEditing)
    #expect(fixture.application.workspace.note.session?.isDirty == false)
    await fixture.passDelays()
    #expect(try await fixture.client.store.noteText(id: id).body == "bc")
  }
}
