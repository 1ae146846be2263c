import NoteMarkup
import NoteReading
import Settings
import TerminalUI
import Testing

/// Names of blocks, as `^abc` at the end of a paragraph.
@Suite(.timeLimit(.minutes(20))) struct BlockIdentifierTests {
  @Test(arguments: [
    ("Rows of beans. ^abc", ["Rows of beans."]), ("- item ^1f-2", ["• item"]),
    ("> quote ^end", ["▎ quote"]), ("one\ntwo *it* ^last", ["one", "two it"]),
    ("one\n^last", ["one"]),
  ])
  func `the name of a block is hidden`(text: String, lines: [String]) {
    let shown = rendered(text, width: 60).lines.map { line in
      let text = line.runs.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }

    #expect(shown == lines)
  }

  @Test(arguments: ["E = m c^2", "x ^2", "a ^b c", "`code ^abc`", "10^abc", "a ^ü", "a ^"])
  func `other carets are text`(text: String) {
    let runs = rendered(text, width: 60).lines.flatMap(\.runs)

    #expect(runs.map(\.text).joined().contains("^"))
  }

  @Test(arguments: [
    ("^item", "- two", 3), ("^end", "last\nlines", 5), ("^table", "|a|\n|-|", 8),
    ("^none", nil, nil),
  ])
  func `a block is found by its name`(name: String, text: String?, line: Int?) {
    let note = "# A\n\n- one\n- two ^item\n\nlast\nlines ^end\n\n|a|\n|-|\n\n^table\n"

    let found = MarkdownSection.text(of: note, under: name)?
      .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: "\n")

    #expect(found == text)
    #expect(MarkdownSection.line(of: name, in: note) == line)
  }

  @Test(arguments: ["Second Part", "second part", "second-part", "First#Second Part"])
  func `a heading is found as links write it`(part: String) {
    #expect(MarkdownSection.line(of: part, in: "# First\n\n## Second Part\n") == 2)
  }
}
