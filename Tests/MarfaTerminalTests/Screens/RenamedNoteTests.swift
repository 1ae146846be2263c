import MarfaSDK
import Testing

/// A note gets another title from the screen.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct RenamedNoteTests {
  @Test func `a rename is undone and redone, with the links to the note`() async throws {
    let fixture = try await ApplicationFixture(notes: ["see [[Heron]]", "# Heron\n\nA nest."])
    let heron = try #require(try await fixture.id(titled: "Heron"))
    let pond = try #require(try await fixture.id(titled: "see Heron"))
    func texts() async throws -> [String] {
      let store = fixture.client.store
      return try await [store.noteText(id: heron).body, store.noteText(id: pond).body]
    }

    await fixture.press("r ctrl-u")
    await fixture.type("Egret\n")
    #expect(fixture.screen.contains("Renamed; links updated in 1 note. u to undo."))
    #expect(try await texts() == ["# Egret\n\nA nest.", "see [[Egret]]"])

    await fixture.press("u")
    #expect(fixture.screen.contains("Undone: renamed the note."))
    #expect(try await texts() == ["# Heron\n\nA nest.", "see [[Heron]]"])

    await fixture.press("ctrl-r")
    #expect(try await texts() == ["# Egret\n\nA nest.", "see [[Egret]]"])
  }

  @Test(arguments: ["", "  "])
  func `a title without a letter is refused, and the note stays as it was`(title: String)
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# Heron\n\nA nest."])
    let id = try #require(try await fixture.id(titled: "Heron"))

    await fixture.press("r ctrl-u")
    await fixture.type(title + "\n")

    #expect(fixture.screen.contains("A title needs at least one letter."))
    #expect(try await fixture.client.store.noteText(id: id).body == "# Heron\n\nA nest.")
    #expect(fixture.application.workspace.selectedNote?.title == "Heron")
  }

  @Test func `the same title once more leaves nothing to undo`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Heron"])

    await fixture.press("r enter u")

    #expect(fixture.screen.contains("Nothing to undo."))
  }
}
