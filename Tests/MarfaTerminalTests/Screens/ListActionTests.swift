import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ListActionTests {
  private func fixture() async throws -> ApplicationFixture {
    try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])
  }

  private func titles(_ fixture: ApplicationFixture) -> [String] {
    fixture.application.workspace.list.window.rows.map(\.title)
  }

  @Test func `without colours words that changed have signs in the history`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["the rye is ripe"], configuration: "theme: mono\n")
    let id = try #require(try await fixture.id(titled: "the rye is ripe"))
    _ = try await fixture.client.store.updateItem(
      id: id, properties: ["body": "the rye was ripe"])
    await fixture.settle()

    await fixture.press("v")

    #expect(fixture.screen.contains("the rye [-is-]{+was+} ripe"), "\(fixture.screen)")
  }

  @Test func `the newest note is first and selected`() async throws {
    let fixture = try await fixture()

    #expect(titles(fixture) == ["Three", "Two", "One"])
    #expect(fixture.application.workspace.selectedNote?.title == "Three")
  }

  @Test func `j and k move, gg and G go to the ends`() async throws {
    let fixture = try await fixture()

    await fixture.press("j")
    #expect(fixture.application.workspace.selectedNote?.title == "Two")
    await fixture.press("G")
    #expect(fixture.application.workspace.selectedNote?.title == "One")
    await fixture.press("g g")
    #expect(fixture.application.workspace.selectedNote?.title == "Three")
    #expect(fixture.application.workspace.note.title == "Three")
  }

  @Test(arguments: [("Gp", "Note 1"), ("Gkp", "Note 2"), ("Gggjp", "Note 399")])
  func `an action right after a jump applies to the note that is jumped to`(
    keys: String, title: String
  ) async throws {
    let fixture = try await ApplicationFixture(notes: (1...400).map { "# Note \($0)" })

    await fixture.type(keys)

    #expect(fixture.application.workspace.selectedNote?.title == title)
    let rows = fixture.application.workspace.list.window.rows
    #expect(rows.filter(\.isFavourite).map(\.title) == [title])
    #expect(!fixture.application.context.messages.history.contains { $0.text.contains("No note") })
  }

  @Test func `a note that has left the list is not counted, and offers what can be done to it`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 40, rows: 12, notes: ["# One", "# Two", "# Three"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)

    try await fixture.client.items.delete(id: id)
    await fixture.settle()

    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[0].hasPrefix(" 2 All notes  2"))
    #expect(rows[10] == " 1 of 3   in the trash")
    #expect(rows[11] == "  Enter open  R restore  ? help")
    await fixture.press("enter")
    #expect(fixture.screen.split(separator: "\n").first?.hasSuffix("in the trash") == true)
    #expect(!fixture.screen.contains("i edit"))
    #expect(fixture.screen.contains("R restore"))
  }

  @Test func `rows that have not been read yet are reached by any key`() async throws {
    let fixture = try await ApplicationFixture(notes: (1...400).map { "# Note \($0)" })

    await fixture.press("G")
    #expect(fixture.application.workspace.selectedNote?.title == "Note 1")
    #expect(fixture.application.workspace.note.title == "Note 1")
    #expect(fixture.screen.contains("400 of 400"))
    await fixture.press("g g")
    #expect(fixture.application.workspace.selectedNote?.title == "Note 400")

    await fixture.type(String(repeating: "j", count: 250))
    #expect(fixture.application.workspace.selectedNote?.title == "Note 150")
    #expect(fixture.screen.contains("251 of 400"))
    await fixture.type(String(repeating: "k", count: 245))
    #expect(fixture.application.workspace.selectedNote?.title == "Note 395")
  }

  @Test func `the selection stays on its note when others arrive above`() async throws {
    let fixture = try await fixture()
    await fixture.press("j")

    try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# Four"]))
    await fixture.settle()

    #expect(fixture.application.workspace.selectedNote?.title == "Two")
    #expect(titles(fixture) == ["Four", "Three", "Two", "One"])
  }

  @Test func `trash moves a note away, u brings it back`() async throws {
    let fixture = try await fixture()

    await fixture.press("x")
    #expect(fixture.application.workspace.list.window.count == 2)
    #expect(fixture.screen.contains("Moved to the trash. u to undo."))

    await fixture.press("u")
    #expect(fixture.application.workspace.list.window.count == 3)

    await fixture.press("ctrl-r")
    #expect(fixture.application.workspace.list.window.count == 2)
  }

  @Test func `undoing the trash of a note that somebody purged meanwhile names it by its title`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One", "# Two", "# Three"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("x")
    _ = try await fixture.client.store.purgeItem(id: id)
    await fixture.settle()

    await fixture.press("u")
    #expect(
      fixture.screen.contains("Undo failed: “Three” was permanently deleted."), "\(fixture.screen)")
    await fixture.press("ctrl-r")
    #expect(fixture.screen.contains("Redo failed: “Three” was permanently deleted."))
    #expect(!fixture.screen.contains(id))
  }

  @Test func `the menu of y copies the path that an export gives the note`() async throws {
    let fixture = try await fixture()
    let outer = try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Birds"]))
    let inner = try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Rings: all"]))
    try await fixture.client.store.move(id: inner.id, toNotebook: outer.id)
    let note = try #require(fixture.application.workspace.selectedNote)
    try await fixture.client.store.move(id: note.id, toNotebook: inner.id)
    await fixture.settle()

    await fixture.press("y p a t h enter")

    #expect(fixture.host.copied == ["Birds/Rings- all/Three.md"])
    #expect(fixture.screen.contains("Path Birds/Rings- all/Three.md copied."))
  }

  @Test func `a note without earlier versions offers none to restore`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("v")

    #expect(fixture.screen.contains("No earlier version."))
    #expect(!fixture.screen.contains("restore"))
    #expect(!fixture.screen.contains("changed since then"))
  }

  @Test func `next to an empty list no note is shown`() async throws {
    let fixture = try await fixture()
    #expect(fixture.application.workspace.note.title == "Three")

    await fixture.press("g t")

    #expect(fixture.screen.contains("No note is in the trash."))
    #expect(fixture.application.workspace.note.id == nil)
    #expect(!fixture.screen.contains("Select a note"))

    await fixture.press("g i")
    #expect(fixture.application.workspace.note.title == "Three")
  }

  @Test func `permanent deletion asks and Enter cancels`() async throws {
    let fixture = try await fixture()
    await fixture.press("x g t")
    #expect(fixture.application.workspace.selectedNote?.title == "Three")

    await fixture.press("D enter")
    #expect(fixture.application.workspace.list.window.count == 1)

    await fixture.press("D p")
    #expect(fixture.application.workspace.list.window.count == 0)
    #expect(try await fixture.id(titled: "Three") == nil)
  }

  @Test func `the box of tags shows those of the one marked note`() async throws {
    let fixture = try await fixture()
    await fixture.press("t")
    await fixture.type("birds\n")
    await fixture.press("esc space v")
    #expect(fixture.application.workspace.selectedNote?.title == "Two")

    await fixture.press("t")

    #expect(fixture.screen.contains("Tags of the marked note"))
    #expect(fixture.screen.contains("[x] #birds"))
  }

  @Test func `earlier versions are listed next to the words that changed since`() async throws {
    let fixture = try await fixture()
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    for animal in ["fish", "bird"] {
      try await fixture.client.items.update(
        id: id, properties: ["body": .string("# Three\n\nOne \(animal) swims here.")])
    }
    await fixture.settle()

    await fixture.press("v")

    #expect(fixture.screen.contains("History of “Three”"))
    #expect(fixture.screen.contains("~ One fishbird swims here."), "\(fixture.screen)")
    let row = fixture.frame.textRows.firstIndex { $0.contains("fishbird") } ?? 0
    let column = fixture.frame.textRows[row].prefix { $0 != "~" }.count + 2
    let theme = fixture.application.context.settings.theme
    #expect(
      fixture.frame[column + 4, row].style.foreground
        == theme.style(for: "diff.minus.word").foreground)
    #expect(
      fixture.frame[column + 8, row].style.foreground
        == theme.style(for: "diff.plus.word").foreground)
    await fixture.press("tab")
    #expect(fixture.screen.contains("One fish swims here."))
    #expect(fixture.screen.contains("the text then"))
    await fixture.press("esc")
    #expect(!fixture.screen.contains("History of"))
  }

  @Test func `restoring a version restores its title, too`() async throws {
    let fixture = try await fixture()
    await fixture.press("r ctrl-u")
    await fixture.type("Fourth\n")
    #expect(fixture.application.workspace.selectedNote?.title == "Fourth")

    await fixture.press("v enter r")

    #expect(fixture.application.workspace.selectedNote?.title == "Three")
  }

  @Test func `a note that changed while its history was read is not restored over`() async throws {
    let fixture = try await fixture()
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    try await fixture.client.store.replaceText(id: id, body: "Two words")
    await fixture.settle()
    await fixture.press("v enter")

    try await fixture.client.store.replaceText(id: id, body: "A day's work")
    await fixture.press("r")

    #expect(fixture.screen.contains("The note changed meanwhile"), "\(fixture.screen)")
    #expect(try await fixture.client.items.get(id: id).properties["body"] == "A day's work")
  }

  @Test func `marked notes are acted on together`() async throws {
    let fixture = try await fixture()

    await fixture.press("space v space v p")
    await fixture.settle()

    let pinned = fixture.application.workspace.list.window.rows.filter(\.isFavourite)
    #expect(pinned.map(\.title) == ["Three", "Two"])
  }

  @Test func `tags are toggled in a box and a new one is created by its name`() async throws {
    let fixture = try await fixture()

    await fixture.press("t")
    await fixture.type("birds\n")
    await fixture.press("esc")

    #expect(fixture.application.workspace.selectedNote?.tags == ["birds"])
    await fixture.press("#")
    #expect(fixture.screen.contains("birds 1"))
  }

  @Test func `a key that is not a command is not an accident`() async throws {
    let fixture = try await fixture()

    fixture.application.handle(.paste("xD"))
    await fixture.settle()

    #expect(fixture.application.workspace.list.window.count == 3)
    #expect(fixture.screen.contains("Paste ignored"))
  }
}
