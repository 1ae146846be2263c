import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing
import Workbench

/// Drawing only reads what `update` left.
@MainActor @Suite(.timeLimit(.minutes(20))) struct DrawingTests {
  /// Everything that reading or working leaves a trace in.
  private struct Traces: Equatable {
    var work: Int
    var listReads: ReadCounts
    var noteReads: Int
    var drawerReads: Int
    var selection: ListSelection
    var messages: Int
  }

  private func traces(_ application: Application) -> Traces {
    let workspace = application.workspace
    return Traces(
      work: application.context.work.begun, listReads: workspace.list.window.reads,
      noteReads: workspace.note.reads, drawerReads: workspace.note.drawer?.reads ?? 0,
      selection: workspace.list.selection, messages: application.context.messages.history.count)
  }

  private static let notes = [
    "# One\n\n[[Two]] and #red\n\n- [ ] task\n",
    "# Two\n\n![image](x.png) `code` and #red #blue\n",
    "# Three\n\n" + String(repeating: "many words in a line of the note\n\n", count: 200),
  ]

  @Test(arguments: [
    "", "j", "j j", "1", "1 j j", "3", "3 n", "enter", "i", "i [ [", "i #", "/ o", "/ o enter",
    "/ z z z", "t", "space f", "space f #", "space f :", "space space", "?", "#", "# j", ": t h",
    "g", "x", "M", "z",
  ])
  func `a screen is drawn twice alike, and drawing reads nothing`(keys: String) async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let fixture = try await ApplicationFixture(columns: columns, rows: rows, notes: Self.notes)
      await fixture.press(keys)
      let application = fixture.application
      let frame = fixture.frame
      let before = traces(application)

      let first = application.draw()
      let second = application.draw()

      #expect(first == second, "\(columns)×\(rows) after \(keys)")
      #expect(first == frame, "\(columns)×\(rows) after \(keys)")
      #expect(traces(application) == before, "\(columns)×\(rows) after \(keys)")
    }
  }
}
