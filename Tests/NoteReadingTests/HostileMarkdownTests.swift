import NoteReading
import Settings
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct HostileMarkdownTests {
  @Test func `controls and overrides are shown, never sent`() {
    let text = "a\u{1b}[31mb\u{202e}c\u{7}\n\n`\u{1b}]0;x\u{7}`\n\n```\n\u{9b}1m\n```"

    let document = rendered(text)

    #expect(document.lines[0].text == "a^[[31mb<202E>c^G")
    #expect(document.lines[2].text == "^[]0;x^G")
    #expect(document.lines[4].text == "│ <009B>1m")
  }

  @Test(arguments: ["\u{308}", "\u{200d}", "\u{fe0f}", "\u{94d}"])
  func `a space with a mark on it ends the layout like any other sign`(mark: String) {
    let shown = lines("a \(mark)b c\n\n \(mark)\n\n**x** \(mark)", width: 20)

    #expect(shown.first?.hasPrefix("a") == true)
    #expect(shown.first?.hasSuffix("b c") == true)
  }

  @Test func `a deep list keeps its text`() {
    let text = String(repeating: "- ", count: 5_000) + "x"

    #expect(lines(text, width: 30).last?.hasSuffix("x") == true)
  }

  @Test(arguments: ["> ", "- ", "*", "[", "![", "**a ", "`", "~~", "<b>", "1. ", "| a "])
  func `deep nesting neither crashes nor widens`(opening: String) {
    let text = String(repeating: opening, count: 20_000) + "x"

    let document = rendered(text, width: 30)

    #expect(document.lines.allSatisfy { $0.width <= 30 })
  }

  @Test func `an unfinished table row and an empty one are shown`() {
    #expect(lines("| a | b |\n|---|---|\n| 1 |\n") == ["a │ b", "──┼──", "1 │"])
  }

  /// Any text at any width: no line too wide, no control, places inside the lines.
  @Test(arguments: 1...12)
  func `random Markdown keeps the bounds`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let parts = [
      "# ", "## ", "- ", "- [x] ", "- [ ] ", "  ", "    ", "> ", "1. ", "\n", "\n\n", "```", "`",
      "*", "**", "_", "~~", "[", "](", ")", "[[", "]]", "#tag", "| a ", "|---|", "|\n", "---\n",
      "![", "<b>", "</p>", "https://e.x/y ", "word ", "longwordwithoutanyspaces", "漢字", "🙂",
      "👨‍👩‍👧‍👦", "é", "e\u{301}", "\u{1b}[1m", "\u{202e}", "\t", "\u{0}", "\u{200b}", "\\", "  \n",
      "&amp;", "\r\n", "क्ष", "🇩🇪", "\u{ad}", "> [!tip]- ", "\n> [!bug] x\n> ", "==", "%%", "[^a]",
      "\n[^a]: ", "![[", "![[n]]\n\n", "<br>", "```swift\n", "/*", "\"", "\u{308}", "\u{600}",
    ]
    let theme = ThemeLibrary(directories: []).load("nord").theme
    for _ in 0..<60 {
      let count = Int.random(in: 1...60, using: &generator)
      let text = (0..<count).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      let width = Int.random(in: 1...50, using: &generator)
      var options = RenderOptions(
        width: width, isASCII: Bool.random(using: &generator),
        linkForm: Bool.random(using: &generator) ? .footnotes : .underlined)
      options.isPlain = Bool.random(using: &generator)
      options.joinsLines = Bool.random(using: &generator)
      options.embeds = ["n": "> [!note]+ 漢字\n> [x](y)\n\n```js\nlet x\n```"]
      if Bool.random(using: &generator) { options.styles = MarkdownStyles(theme.style) }
      let document = MarkdownRenderer.render(text, options: options)
      check(document, width: width, text: text)
    }
  }

  private func check(_ document: RenderedDocument, width: Int, text: String) {
    var lastSource = 1
    for line in document.lines {
      #expect(line.width <= width, "width \(width): \(text.debugDescription)")
      #expect(line.sourceLine >= lastSource)
      lastSource = line.sourceLine
      #expect(line.text == TextWidth.visible(line.text), "\(text.debugDescription)")
    }
    for link in document.links + document.tags {
      for span in link.spans {
        #expect(document.lines.indices.contains(span.line))
        #expect(span.columns.upperBound <= document.lines[span.line].width)
      }
    }
    #expect(document.headings.allSatisfy { document.lines.indices.contains($0.line) })
    #expect(document.tasks.allSatisfy { document.lines.indices.contains($0.line) })
  }
}
