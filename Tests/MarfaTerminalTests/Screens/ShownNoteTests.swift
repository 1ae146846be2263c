import MarfaSDK
import Testing

/// With the keys in the note pane, actions are done to the note that it shows.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ShownNoteTests {
  private func fixture() async throws -> ApplicationFixture {
    try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])
  }

  private func favourites(_ fixture: ApplicationFixture) async throws -> [String] {
    let page = try await fixture.client.store.summaries(ListFilters(tags: ["favorite"]))
    return page.data.map(\.title)
  }

  @Test(arguments: ["x", "a"])
  func `a note that is brought back is selected and shown`(key: String) async throws {
    let fixture = try await fixture()

    await fixture.press("\(key) enter")
    #expect(fixture.application.workspace.note.title == "Two")
    await fixture.press("u")

    #expect(fixture.application.workspace.focus == .note)
    #expect(fixture.application.workspace.note.title == "Three")
    #expect(fixture.application.workspace.selectedNote?.title == "Three")
    await fixture.press("p")
    #expect(try await favourites(fixture) == ["Three"])
  }

  @Test(arguments: ["x", "a"])
  func `done again, the neighbour is selected and shown`(key: String) async throws {
    let fixture = try await fixture()

    await fixture.press("\(key) enter u ctrl-r")

    #expect(fixture.application.workspace.note.title == "Two")
    await fixture.press("p")
    #expect(try await favourites(fixture) == ["Two"])
  }

  @Test func `a note that is undone from its own pane comes back there`() async throws {
    let fixture = try await fixture()

    await fixture.press("j enter x")
    #expect(fixture.application.workspace.note.title == "One")
    await fixture.press("u")

    #expect(fixture.application.workspace.note.title == "Two")
    #expect(fixture.application.workspace.selectedNote?.title == "Two")
  }

  @Test func `a list that is read again selects the shown note`() async throws {
    let fixture = try await fixture()
    await fixture.press("j j enter")

    fixture.application.workspace.list.setSort(.title)
    await fixture.settle()
    #expect(fixture.application.workspace.selectedNote?.title == "One")

    fixture.application.workspace.list.reread()
    await fixture.press("p")
    #expect(fixture.application.workspace.note.title == "One")
    #expect(try await favourites(fixture) == ["One"])
  }

  @Test func `a note that the list does not hold is brought to one for an action`() async throws {
    let fixture = try await fixture()
    await fixture.press("t")
    await fixture.type("birds\n")
    await fixture.press("esc j t")
    await fixture.type("birds\n")
    await fixture.press("esc")
    fixture.application.actions.navigation.show(.tag("birds"))
    await fixture.settle()
    await fixture.press("enter")
    let shown = fixture.application.workspace.note.title
    let id = try #require(fixture.application.workspace.note.id)

    _ = try await fixture.client.metadata.removeTag(id: id, tag: "birds")
    fixture.application.workspace.list.reread()
    await fixture.settle()
    #expect(fixture.application.workspace.note.title == shown)
    await fixture.press("p")

    #expect(try await favourites(fixture) == [shown])
    #expect(fixture.application.workspace.selectedNote?.id == id)
    #expect(fixture.application.workspace.list.source == .all)
  }

  @Test func `a note that was trashed elsewhere is what its pane acts on`() async throws {
    let fixture = try await fixture()
    await fixture.press("enter")
    let id = try #require(fixture.application.workspace.note.id)

    try await fixture.client.items.delete(id: id)
    fixture.application.workspace.list.reread()
    await fixture.settle()
    await fixture.press("x")

    #expect(fixture.application.context.messages.current?.text.contains("in the trash") == true)
    #expect(try await fixture.client.store.summaries(ListFilters()).data.count == 2)
    await fixture.press("R")
    #expect(try await fixture.client.items.get(id: id).state == .active)
  }

  @Test func `nothing is done to others for a note that was removed elsewhere`() async throws {
    let fixture = try await fixture()
    await fixture.press("enter")
    let id = try #require(fixture.application.workspace.note.id)

    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    fixture.application.workspace.list.reread()
    await fixture.settle()
    await fixture.press("p x")

    #expect(try await favourites(fixture) == [])
    #expect(try await fixture.client.store.summaries(ListFilters()).data.count == 2)
    #expect(fixture.screen.contains("No note is selected."))
  }
}
