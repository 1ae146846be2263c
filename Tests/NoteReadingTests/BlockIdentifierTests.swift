import NoteReading
import Settings
import TerminalUI
import Testing

/// Names of blocks, as `^abc` at the end of a paragraph.
@Suite(.timeLimit(.minutes(20))) struct BlockIdentifierTests {
  @Test(arguments: [
    ("Rows of beans. ^abc", "^abc"), ("- item ^1f-2", "^1f-2"), ("> quote ^end", "^end"),
    ("one\ntwo *it* ^last", "^last"), ("^alone", "^alone"),
  ])
  func `the name of a block is quiet`(text: String, name: String) {
    let runs = rendered(text, width: 60).lines.flatMap(\.runs)

    let run = runs.first { $0.text.contains(name) }
    #expect(run?.style.modifiers.contains(.dim) == true)
    #expect(runs.filter { $0.style.modifiers.contains(.dim) && $0.text != "▎ " }.count == 1)
  }

  @Test(arguments: ["E = m c^2", "x ^2", "a ^b c", "`code ^abc`", "10^abc", "a ^ü", "a ^"])
  func `other carets are text`(text: String) {
    let runs = rendered(text, width: 60).lines.flatMap(\.runs)

    #expect(runs.allSatisfy { !$0.style.modifiers.contains(.dim) })
  }
}
