import MarfaSDK
import MarfaTerminal
import Testing

/// A note to which its server gives another id while it is on the screen.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FormerIdScreenTests {
  private func fixture() async throws -> (ApplicationFixture, String) {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two\n\ntwo", "# Three"])
    await fixture.press("down")
    let note = try #require(fixture.application.workspace.selectedNote)
    #expect(note.title == "Two")
    return (fixture, note.id)
  }

  @Test func `it stays selected and shown, and what others change of it is seen`() async throws {
    let (fixture, id) = try await fixture()
    let (store, workspace) = (fixture.client.store, fixture.application.workspace)
    let line = fixture.frame.textRows.firstIndex { $0.hasPrefix(" ▌") }

    try await store.rekeyItem(from: id, to: "server")
    await fixture.settle()

    #expect(workspace.selectedNote?.id == "server")
    #expect(workspace.shownNote == "server")
    #expect(workspace.note.content?.id == "server")
    #expect(fixture.frame.textRows.firstIndex { $0.hasPrefix(" ▌") } == line)
    try await store.replaceText(id: "server", body: "# Two\n\nchanged")
    await fixture.settle()
    #expect(workspace.note.content?.body == "# Two\n\nchanged")
  }

  @Test func `typing in it goes on to the note that it is, which stays selected`()
    async throws
  {
    let (fixture, id) = try await fixture()
    let (store, workspace) = (fixture.client.store, fixture.application.workspace)
    await fixture.press("e")
    await fixture.type("G")
    await fixture.press("o")
    await fixture.type("mine")

    try await store.rekeyItem(from: id, to: "server")
    await fixture.settle()
    await fixture.type(" more")
    await fixture.passDelays()

    #expect(workspace.note.session?.id == id)
    #expect(workspace.list.window.selection == "server")
    #expect(try await store.noteText(id: "server").body == "# Two\n\ntwo\nmine more")

    await fixture.press("esc esc")
    await fixture.settle()
    #expect(workspace.note.session == nil)
    #expect(try await store.statistics().itemCount == 3)
  }

  @Test func `changes of others while it is typed in are taken in at once`() async throws {
    let (fixture, id) = try await fixture()
    let (store, workspace) = (fixture.client.store, fixture.application.workspace)
    await fixture.press("e")
    await fixture.type("G")
    await fixture.press("o")
    await fixture.type("mine")
    try await store.rekeyItem(from: id, to: "server")
    await fixture.settle()
    #expect(workspace.note.id == "server")
    #expect(workspace.note.session?.fate == .here)

    try await store.replaceText(id: "server", body: "# Two, theirs\n\ntwo")
    await fixture.settle()
    await fixture.passDelays()

    #expect(workspace.note.session?.editor.text == "# Two, theirs\n\ntwo\nmine")
    #expect(try await store.noteText(id: "server").body == "# Two, theirs\n\ntwo\nmine")
    #expect(!fixture.screen.contains("deleted elsewhere"), "\(fixture.screen)")
  }
}
