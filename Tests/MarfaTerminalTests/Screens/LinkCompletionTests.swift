import Editor
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct LinkCompletionTests {
  @Test func `notes that complete a link equally well are ordered by their last change`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: [
      "# Goo", "# Goofy the second", "# Good", "# Goose", "mine",
    ])
    let first = try #require(try await fixture.id(titled: "Goofy the second"))
    for title in ["Good", "Good", "Goose"] {
      fixture.application.context.memory.visits.visit(
        try #require(try await fixture.id(titled: title)), at: fixture.application.context.now())
    }
    try await fixture.client.store.replaceText(id: first, body: "# Goofy the second\nchanged")
    await fixture.settle()
    await fixture.press("e o")
    await fixture.type("[[Goo")

    // The first is the title that was typed.
    await fixture.press("down enter")

    let text = fixture.application.workspace.note.session?.editor.text
    #expect(text?.contains("[[Goofy the second]]") == true)
  }
}
