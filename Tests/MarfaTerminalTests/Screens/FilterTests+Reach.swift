import MarfaTerminal
import TerminalUI
import Testing
import Workbench

/// What a filter reaches besides the list: frames, the note next to it.
extension FilterTests {
  @Test func `letters that come faster than frames cost one query`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")
    let list = fixture.application.workspace.list

    for letter in "warblers" {
      fixture.application.handle(.key(KeyEvent(.character(letter))))
      #expect(list.filter == "")
    }
    await fixture.settle()

    #expect(list.filter == "warblers")
    #expect(titles(fixture) == ["Ring records", "Reed warblers"])

    for letter in "xyz" { fixture.application.handle(.key(KeyEvent(.character(letter)))) }
    fixture.application.handle(.key(KeyEvent(.escape)))
    await fixture.settle()

    #expect(list.filter == "")
  }

  @Test func `a filter is said next to a zoomed note, and an empty list offers no note`()
    async throws
  {
    let fixture = try await fixture()

    await fixture.press("/")
    await fixture.type("rye\n")
    await fixture.press("3 z")
    #expect(fixture.screen.contains("/rye"), "\(fixture.screen)")

    await fixture.press("z 2 /")
    await fixture.type("nowhere\n")
    #expect(!fixture.screen.contains("Select a note, or press n"), "\(fixture.screen)")
  }

  @Test func `a word of the title does not scroll the text`() async throws {
    let rows = (1...60).map { "row \($0)\n\n" }.joined()
    let fixture = try await ApplicationFixture(notes: ["# Reed bed\n\n\(rows)the bed sings\n"])

    await fixture.press("/")
    await fixture.type("title:bed\n")
    await fixture.press("3")

    #expect(fixture.screen.contains("row 1"), "\(fixture.screen)")
    #expect(fixture.application.workspace.note.reader.hits.place == nil)
  }
}
