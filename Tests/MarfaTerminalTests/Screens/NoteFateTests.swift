import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Testing

/// A note that another program trashes or removes while it is edited here.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteFateTests {
  private func edited() async throws -> (ApplicationFixture, id: String) {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["other", "one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    await fixture.type("mine ")
    return (fixture, id)
  }

  private func open(_ fixture: ApplicationFixture, line: String) async {
    await fixture.press("esc :")
    await fixture.type(line)
    await fixture.press("enter")
  }

  @Test func `a note's way to the trash is reported, and text typed then is stored there`()
    async throws
  {
    let (fixture, id) = try await edited()
    try await fixture.client.items.delete(id: id)
    await fixture.settle()

    #expect(fixture.screen.contains("in the trash"))
    #expect(
      fixture.application.context.messages.current?.text
        == "Moved to the trash elsewhere; leaving asks.")
    await fixture.type("more ")
    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "mine more one")
    #expect(fixture.application.workspace.note.isEditing)

    await open(fixture, line: "note.restore")
    #expect(try await fixture.client.items.get(id: id).state == .active)
    #expect(!fixture.screen.contains("in the trash"))
    #expect(fixture.application.context.messages.current?.severity != .error)
    #expect(fixture.application.workspace.note.isEditing)
  }

  @Test func `a permanent removal is reported, and the text becomes a new note`() async throws {
    let (fixture, id) = try await edited()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.settle()

    #expect(fixture.screen.contains("removed"))
    #expect(
      fixture.application.context.messages.current?.text
        == "Deleted elsewhere; leaving keeps your text.")
    await fixture.type("more ")
    await fixture.passDelays()
    await open(fixture, line: "note.restore")

    let new = try #require(fixture.application.workspace.note.id)
    #expect(new != id)
    #expect(try await fixture.client.store.noteText(id: new).body == "mine more one")
    #expect(fixture.application.workspace.note.session?.editor.text == "mine more one")
    #expect(!fixture.screen.contains("not stored"))
    await fixture.press("esc Q")
    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.rescued.isEmpty)
    #expect(EditFile.survivors(in: fixture.application.context.settings.directories.edit).isEmpty)
  }

  @Test func `who leaves a note that was deleted elsewhere keeps its title and text`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["other", "one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    try await fixture.client.items.update(id: id, properties: ["title": "Rent"])
    await fixture.settle()
    await fixture.press("e i")
    await fixture.type("mine ")
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.settle()
    await fixture.type("more ")
    await fixture.passDelays()

    await fixture.press("esc esc")

    let new = try #require(fixture.application.workspace.note.id)
    #expect(new != id)
    let note = try await fixture.client.items.get(id: new)
    #expect(note.properties["title"] == "Rent")
    #expect(note.properties["body"] == "mine more one")
    #expect(!fixture.application.workspace.note.isEditing)
  }

  @Test func `a text recovered from its file is not kept there again`() async throws {
    let (fixture, id) = try await edited()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.settle()
    await fixture.type("more ")
    await fixture.passDelays()
    let folder = fixture.application.context.settings.directories.edit
    let survivor = try #require(EditFile.survivors(in: folder).first)
    #expect(survivor.text == "mine more one")

    survivor.file.remove()
    await fixture.passDelays()
    #expect(EditFile.survivors(in: folder).isEmpty)
    await fixture.type("and ")
    await fixture.passDelays()
    #expect(EditFile.survivors(in: folder).map(\.text) == ["mine more and one"])
    EditFile.survivors(in: folder).first?.file.remove()
    await fixture.press("esc esc Q")

    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.rescued.isEmpty)
    #expect(EditFile.survivors(in: folder).isEmpty)
  }

  @Test func `trashing a note here is not reported as a change elsewhere`() async throws {
    let (fixture, id) = try await edited()

    await open(fixture, line: "note.trash")

    #expect(try await fixture.client.items.get(id: id).state == .trashed)
    #expect(!fixture.application.context.messages.history.contains { $0.severity == .error })
  }

  @Test func `the number of words follows a change made elsewhere`() async throws {
    let (fixture, id) = try await edited()
    await fixture.passDelays()
    #expect(fixture.screen.contains("2 words"))

    try await fixture.client.store.replaceText(id: id, body: "mine one two three")
    await fixture.settle()

    #expect(fixture.screen.contains("4 words"))
  }
}
