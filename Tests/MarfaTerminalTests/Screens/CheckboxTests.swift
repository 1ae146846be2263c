import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Testing

/// Tasks that are checked while the note is read, after another program wrote to it.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct CheckboxTests {
  private static let tasks = "- [ ] sow\n\nbetween\n\n- [ ] reap\n"

  private func text(_ fixture: ApplicationFixture) async throws -> String {
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    return try await fixture.client.store.noteText(id: id).body
  }

  @Test func `text written since the screen was drawn survives a check, its undo and redo`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: [Self.tasks])
    let id = try #require(fixture.application.workspace.selectedNote?.id)

    try await fixture.client.store.replaceText(id: id, body: Self.tasks + "\ntheirs\n")
    fixture.application.workspace.note.toggleCheckbox()
    await fixture.settle()
    let checked = "- [x] sow\n\nbetween\n\n- [ ] reap\n\ntheirs\n"
    #expect(try await text(fixture) == checked)

    let later = checked.replacing("reap", with: "reap barley")
    try await fixture.client.store.replaceText(id: id, body: later)
    await fixture.press("u")
    #expect(try await text(fixture) == later.replacing("[x]", with: "[ ]"))
  }

  @Test func `a task whose line was changed elsewhere is not overwritten`() async throws {
    let fixture = try await ApplicationFixture(notes: [Self.tasks])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    let theirs = Self.tasks.replacing("[ ] sow", with: "[-] sow rye")

    try await fixture.client.store.replaceText(id: id, body: theirs)
    fixture.application.workspace.note.toggleCheckbox()
    await fixture.settle()

    #expect(try await text(fixture) == theirs)
  }
}
