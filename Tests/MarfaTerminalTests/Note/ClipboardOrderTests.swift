import Settings
import TerminalUI
import Testing

/// Text on its way to the clipboard, and from there.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ClipboardOrderTests {
  /// Presses keys as fast as they can come.
  private func burst(_ keys: String, in fixture: ApplicationFixture) async throws {
    for name in keys.split(separator: " ") {
      fixture.application.handle(.key(try #require(KeyChord(parsing: name)).event))
    }
    await fixture.settle()
  }

  /// A host whose clipboard has a text of before and takes another one only after some turns.
  private func fixture(preset: String) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(
      notes: ["one "], configuration: "editing: {preset: \(preset)}\n")
    fixture.host.clipboard = "before"
    fixture.host.beforeCopy = {
      for _ in 0..<8 { await Task { @MainActor in }.value }
    }
    return fixture
  }

  @Test func `a paste right after a copy has what was copied`() async throws {
    let fixture = try await fixture(preset: "plain")

    await fixture.press("i")
    try await burst("ctrl-a ctrl-c end ctrl-v", in: fixture)

    #expect(fixture.application.workspace.note.session?.editor.text == "one one ")
  }

  @Test func `of two copies the later one stays on the clipboard`() async throws {
    let fixture = try await fixture(preset: "vim")
    var turns = [8, 0]
    fixture.host.beforeCopy = {
      for _ in 0..<turns.removeFirst() { await Task { @MainActor in }.value }
    }

    await fixture.press("e")
    try await burst("\" + y w \" + y l", in: fixture)

    #expect(fixture.host.copied == ["one ", "o"])
    #expect(fixture.host.clipboard == "o")
  }
}
