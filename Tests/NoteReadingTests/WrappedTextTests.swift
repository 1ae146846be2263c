import NoteReading
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct WrappedTextTests {
  /// A text that is larger than what is shown as Markdown, and begins with the given one.
  private func large(_ text: String, width: Int) -> RenderedDocument {
    let filler = String(repeating: "\nfiller", count: RenderOptions.plainThreshold / 7 + 1)
    return MarkdownRenderer.render(text + filler, options: RenderOptions(width: width))
  }

  @Test(arguments: [
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("one two three four", 10, ["one two ", "three four"]),
    ("a bcdefghijkl", 10, ["a bcdefghi", "jkl"]),
    ("abcd\nef\n\ng", 4, ["abcd", "ef", "", "g"]),
    ("ab\r\ncd\r\n", 4, ["ab", "cd", ""]),
    ("漢字漢", 4, ["漢字", "漢"]),
    ("abe\u{301}cd", 3, ["abe\u{301}", "cd"]),
    ("a\tb", 8, ["a   b"]),
    ("\u{1b}[0m", 8, ["^[[0m"]),
    ("a\u{202e}b", 8, ["a<202E>b"]),
  ])
  func `rows are cut at the width and hold nothing that acts`(
    text: String, width: Int, rows: [String]
  ) {
    let document = large(text, width: width)

    #expect(document.isPlain)
    #expect(document.lines.prefix(rows.count).map(\.text) == rows)
  }

  @Test func `any row and line can be asked for in any order`() {
    let document = large(
      (1...500).map { "line \($0) of the text" }.joined(separator: "\n"), width: 10)

    #expect(document.lines[1396].text == "of the ")
    #expect(document.lines[1395].text == "line 499 ")
    #expect(document.lines[3].text == "the text")
    #expect(document.lines[1397].sourceLine == 499)
    #expect(document.lines[document.line(showing: 250)].sourceLine == 250)
    #expect(document.lines.last?.text == "filler")
  }

  /// Any text at any width: whole, within the width, without controls.
  @Test(arguments: 1...6)
  func `random text keeps the bounds`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let parts = [
      "a", "word ", "\n", "\r\n", "\r", "\t", "漢", "🙂", "e\u{301}", "\u{1b}", "\u{0}", "👨‍👩‍👧",
    ]
    let text = (0..<2_000).compactMap { _ in parts.randomElement(using: &generator) }.joined()
    let width = Int.random(in: 1...20, using: &generator)

    let lines = large(text, width: width).lines.prefix(3_000)

    var last = 1
    for line in lines {
      #expect(line.width <= width)
      #expect(line.text == TextWidth.visible(line.text))
      #expect(line.sourceLine == last || line.sourceLine == last + 1)
      last = line.sourceLine
    }
  }
}
