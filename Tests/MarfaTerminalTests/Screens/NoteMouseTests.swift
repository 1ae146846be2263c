import MarfaSDK
import TerminalUI
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteMouseTests {
  /// The first cell of a text on the screen.
  private func place(of text: String, in fixture: ApplicationFixture) throws -> Point {
    let pane = try #require(fixture.application.workspace.layout.panes[.note])
    for (row, line) in fixture.frame.textRows.enumerated() {
      let shown = Array(line).dropFirst(pane.minColumn)
      for column in shown.indices where shown[column...].starts(with: Array(text)) {
        return Point(column: column, row: row)
      }
    }
    Issue.record("\(text) is not on the screen")
    return Point(column: 0, row: 0)
  }

  @Test func `a click in the editor puts the cursor there`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one two\nthree four"])
    await fixture.press("e")
    let point = try place(of: "four", in: fixture)

    fixture.application.handle(.mouse(MouseEvent(.press, at: point)))

    #expect(fixture.application.workspace.note.session?.editor.cursor == 14)
    #expect(fixture.frame.cursor == point)
  }

  @Test func `a click on a link follows it`() async throws {
    let fixture = try await ApplicationFixture(notes: [
      "# Target", "# Source\n\ngo to [[Target]] now",
    ])
    let point = try place(of: "Target", in: fixture)

    fixture.application.handle(.mouse(MouseEvent(.press, at: point)))
    await fixture.settle()

    #expect(fixture.application.workspace.note.title == "Target")
  }

  @Test func `the wheel scrolls the note under the pointer, also while it is edited`() async throws
  {
    let body = (1...100).map { "line \($0)" }.joined(separator: "\n\n")
    let fixture = try await ApplicationFixture(notes: [body])
    let pane = try #require(fixture.application.workspace.layout.panes[.note])
    let point = Point(column: pane.minColumn + 3, row: 8)

    fixture.application.handle(.mouse(MouseEvent(.wheelDown, at: point)))
    #expect(fixture.application.workspace.note.reader.top == 3)
    #expect(fixture.application.workspace.focus == .list)

    await fixture.press("e g g")
    fixture.application.handle(.mouse(MouseEvent(.wheelDown, at: point)))

    #expect(!fixture.screen.contains("line 1\n"))
    #expect(fixture.application.workspace.note.session?.editor.text == body)
  }

  @Test func `a click on the key bar presses the key that is there`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    func click(_ text: String) async throws {
      let row = try #require(fixture.frame.textRows.last)
      let start = try #require(row.range(of: text)).lowerBound
      let column = row.distance(from: row.startIndex, to: start)
      fixture.application.handle(
        .mouse(MouseEvent(.press, at: Point(column: column, row: fixture.size.rows - 1))))
      await fixture.settle()
    }

    try await click("tags")
    #expect(fixture.screen.contains("Tags of “One”"))
    try await click("back")
    #expect(!fixture.screen.contains("Tags of “One”"))
    try await click("edit")
    #expect(fixture.screen.contains("INSERT"))
    try await click("Esc")
    try await click("Space f go to")
    #expect(fixture.screen.contains("Go to   #tag"))
  }
}
