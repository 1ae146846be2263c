import MarfaSDK
import MarfaTerminal
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct LongWorkTests {
  private func fixture() async throws -> ApplicationFixture {
    let body = (1...10_000).map { "a paragraph \($0)\n\n" }.joined()
    let fixture = try await ApplicationFixture(notes: [body])
    await fixture.press("e")
    await fixture.type(":%s/a/b/g")
    return fixture
  }

  /// Hands keys in without waiting for what they cause.
  private func hold(_ keys: String, in fixture: ApplicationFixture) {
    for key in keys {
      fixture.application.handle(.key(KeyEvent(key == "\n" ? .enter : .character(key))))
    }
  }

  @Test func `a key of the application typed while the editor works long is not lost`()
    async throws
  {
    let fixture = try await fixture()

    hold("\n:", in: fixture)
    #expect(fixture.application.workspace.note.session?.editor.isWorking == true)
    #expect(fixture.application.compositor.top == nil)
    await fixture.settle()

    #expect(fixture.application.compositor.top is LinePrompt)
    await fixture.press("esc g g")
    #expect(fixture.screen.contains("b pbrbgrbph 1"))
  }

  @Test func `text after such a key goes where it leads`() async throws {
    let fixture = try await fixture()

    hold("\n:q\n", in: fixture)
    #expect(fixture.application.workspace.note.isEditing)
    await fixture.settle()

    #expect(!fixture.application.workspace.note.isEditing)
    #expect(fixture.application.compositor.top == nil)
  }

  @Test func `keys that waited do nothing in a pane that has got the focus meanwhile`() async throws
  {
    let fixture = try await fixture()

    hold("\n:", in: fixture)
    fixture.application.workspace.focus = .list
    await fixture.settle()

    #expect(fixture.application.compositor.top == nil)
  }
}
