import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct PreviewTests {
  private func fixture() async throws -> ApplicationFixture {
    try await ApplicationFixture(notes: ["# One", "# Two", "# Three", "# Four", "# Five"])
  }

  @Test func `a key alone shows its note at once`() async throws {
    let fixture = try await fixture()

    await fixture.press("j")

    #expect(fixture.application.workspace.note.title == "Four")
  }

  @Test func `of keys in a burst only the first and the last note are read`() async throws {
    let fixture = try await fixture()
    let note = fixture.application.workspace.note
    let reads = note.reads

    await fixture.type("jjjj")
    #expect(fixture.application.workspace.selectedNote?.title == "One")
    #expect(note.title == "Four")
    #expect(note.reads == reads + 1)

    await fixture.passDelays()

    #expect(note.title == "One")
    #expect(note.reads == reads + 2)
  }

  @Test func `a step to a neighbour of the note at rest shows its text in the same frame`()
    async throws
  {
    let fixture = try await fixture()
    let note = fixture.application.workspace.note
    await fixture.passDelays()
    let reads = note.reads

    await fixture.press("j")

    #expect(note.title == "Four")
    #expect(note.reads == reads)
  }

  @Test func `a neighbour that changed since it was read ahead is shown as it is now`() async throws
  {
    let fixture = try await fixture()
    let id = try #require(try await fixture.id(titled: "Four"))
    await fixture.passDelays()
    _ = try await fixture.client.items.update(id: id, properties: ["body": "# Four\n\nnewer"])

    await fixture.press("j")

    #expect(fixture.application.workspace.note.content?.body == "# Four\n\nnewer")
  }

  @Test(arguments: ["i", "\n", "t"])
  func `the next action is done to the note under the cursor`(key: String) async throws {
    let fixture = try await fixture()

    await fixture.type("jjj" + key)

    #expect(fixture.application.workspace.note.title == "Two")
  }

  @Test func `text typed right after goes into the note under the cursor`() async throws {
    let fixture = try await fixture()
    let id = try #require(try await fixture.id(titled: "Two"))

    await fixture.type("jjjiX")
    await fixture.press("esc esc")

    #expect(try await fixture.client.store.noteText(id: id).body == "X# Two")
  }
}
