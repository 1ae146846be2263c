import NoteReading
import TerminalUI
import Testing

/// Goldens, checked by hand.
@Suite(.timeLimit(.minutes(20))) struct MarkdownRendererTests {
  @Test func `a paragraph is wrapped at words`() {
    let text = "Morning at the *north hide*, wind from the west."

    #expect(lines(text, width: 20) == ["Morning at the north", "hide, wind from the", "west."])
  }

  @Test func `a typed line break is one, unless lines are joined`() {
    let text = "Morning at the north\nhide,\nwind  \nfrom the west."

    #expect(lines(text) == ["Morning at the north", "hide,", "wind", "from the west."])
    #expect(rendered(text).lines.map(\.sourceLine) == [1, 2, 3, 4])
    #expect(
      rendered(text) { $0.joinsLines = true }.lines.map(\.text) == [
        "Morning at the north hide, wind", "from the west.",
      ])
  }

  @Test func `headings are shown without hashes, each level in its own style`() {
    let text = "# Field notes: reed warblers\n\n### Nests"
    let levels = rendered(
      (1...6).map { String(repeating: "#", count: $0) + " x" }
        .joined(separator: "\n")
    ).lines.compactMap(\.runs.first?.style)

    #expect(lines(text, width: 16) == ["Field notes:", "reed warblers", "", "Nests"])
    #expect(Set(levels).count == 6)
  }

  @Test func `lists nest with hanging indents`() {
    let text = """
      - first item that wraps
        - inner
          1. one
          2. two
      - second
      """

    #expect(
      lines(text, width: 18) == [
        "• first item that", "  wraps", "  ◦ inner", "    1. one", "    2. two", "• second",
      ])
  }

  @Test func `a loose list has gaps and a tight one none`() {
    #expect(lines("- a\n\n- b") == ["• a", "", "• b"])
    #expect(lines("- a\n- b\n\ntext") == ["• a", "• b", "", "text"])
  }

  @Test func `numbers go on from the first`() {
    #expect(lines("9. nine\n10. ten\n11) other") == ["9. nine", "10. ten", "", "11) other"])
  }

  @Test func `tasks have boxes, in ASCII too`() {
    let text = "- [x] done\n- [ ] open"

    #expect(lines(text) == ["☑ done", "☐ open"])
    #expect(lines(text, isASCII: true) == ["[x] done", "[ ] open"])
    #expect(
      rendered(text).tasks == [
        RenderedTask(isDone: true, sourceLine: 1, line: 0),
        RenderedTask(isDone: false, sourceLine: 2, line: 1),
      ])
  }

  @Test func `a task that was given up has a box of its own, and is no task to be done`() {
    let text = "- [-] given *up*\n- [x] done\n1. [-]no\n"

    #expect(lines(text) == ["☒ given up", "☑ done", "", "1. [-]no"])
    #expect(lines("- [-] given up", isASCII: true) == ["[-] given up"])
    #expect(rendered("- [-] given up").tasks.isEmpty)
  }

  @Test func `a table is as wide as its cells`() {
    let text = "| Pair | First |\n|:--|--:|\n| A | 04-21 |\n| Bo | 5 |"

    #expect(
      lines(text) == ["Pair │ First", "─────┼──────", "A    │ 04-21", "Bo   │     5"])
    #expect(
      lines(text, isASCII: true) == [
        "Pair | First", "-----+------", "A    | 04-21", "Bo   |     5",
      ])
  }

  @Test func `a table that is too wide wraps in its cells`() {
    let text = "| Pair | Remark |\n|---|---|\n| A | carrying nest material |"

    #expect(
      lines(text, width: 20) == [
        "Pair │ Remark", "─────┼──────────────", "A    │ carrying nest", "     │ material",
      ])
  }

  @Test func `a table gives an address its whole width while the rest can wrap`() {
    let text = "| Where | What |\n|---|---|\n| https://example.org/a | one two three four five |"
    let gap = String(repeating: " ", count: 21)

    #expect(
      lines(text, width: 40) == [
        "Where" + gap.dropFirst(5) + " │ What",
        String(repeating: "─", count: 22) + "┼" + String(repeating: "─", count: 17),
        "https://example.org/a │ one two three", gap + " │ four five",
      ])
  }

  @Test(arguments: [
    (
      "see https://example.org/a/long/path?with=query", 20,
      ["see", "https://example.org/", "a/long/path?with=", "query"]
    ),
    (
      "[x](y) https://example.org/abcdefghijklmnopqrstuvw", 20,
      ["x", "https://example.org/", "abcdefghijklmnopqrst", "uvw"]
    ),
    ("one abcdefghijklmnopqrstuvw", 20, ["one abcdefghijklmnop", "qrstuvw"]),
  ])
  func `an address begins a line and breaks at its signs`(
    text: String, width: Int, expected: [String]
  ) {
    #expect(lines(text, width: width) == expected)
  }

  @Test func `a table that cannot fit becomes a list`() {
    let text = "| A | B | C |\n|---|---|---|\n| one | two | three |"

    #expect(lines(text, width: 10) == ["A: one", "B: two", "C: three"])
  }

  @Test func `quotes have a bar on every line`() {
    let text = "> one two three four\n>\n> > inner\n\nafter"

    #expect(
      lines(text, width: 16) == [
        "▎ one two three", "▎ four", "▎", "▎ ▎ inner", "", "after",
      ])
    #expect(lines("> a", isASCII: true) == ["> a"])
  }

  @Test func `code is not wrapped unless it must be, and then marked`() {
    let text = "```swift\nlet x = 1\n\tlet y = 2\nprint(\"too long\")\n```"

    #expect(
      lines(text, width: 14) == [
        "│ swift", "│ let x = 1", "│     let y = ", "│ ┊ 2", "│ print(\"too l", "│ ┊ ong\")",
      ])
    #expect(lines("    a\n    b") == ["│ a", "│ b"])
    #expect(lines("    a\n    b", isASCII: true) == ["    a", "    b"])
  }

  @Test func `rules, images, HTML and breaks are shown`() {
    let text = "![hide map](m.png)\\\nnext <b>bold</b>\n\n---\n\n<p>\nraw\n</p>"

    #expect(
      lines(text, width: 12) == [
        "[image hide", "map]", "next", "<b>bold</b>", "", "────────────", "", "<p>", "raw", "</p>",
      ])
  }

  @Test func `front matter is hidden and still counted`() {
    let document = rendered("---\ntitle: x\n---\n# Head\n\ntext")

    #expect(document.lines.map(\.text) == ["Head", "", "text"])
    #expect(document.headings.map(\.sourceLine) == [4])
    #expect(document.lines.map(\.sourceLine) == [4, 4, 6])
  }

  @Test func `wide characters break anywhere but before closing signs`() {
    #expect(lines("漢字漢字。漢", width: 8) == ["漢字漢", "字。漢"])
    #expect(lines("漢字漢「字」", width: 8) == ["漢字漢", "「字」"])
    #expect(lines("漢字**漢字**。漢", width: 8) == ["漢字漢", "字。漢"])
  }

  @Test func `a word wider than the line is split at clusters`() {
    #expect(lines("aé🙂bcdefg", width: 4) == ["aé🙂", "bcde", "fg"])
  }
}
