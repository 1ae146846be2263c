import MarfaTerminal
import TerminalUI
import Testing

@Suite struct MarkdownRendererTests {
  private func render(
    _ text: String, width: Int = 40, isASCII: Bool = false,
    linkForm: RenderOptions.LinkForm = .underlined, maximumLines: Int? = nil
  ) -> RenderedDocument {
    MarkdownRenderer.render(
      text,
      options: RenderOptions(
        width: width, isASCII: isASCII, linkForm: linkForm, maximumLines: maximumLines))
  }

  private func lines(_ text: String, width: Int = 40, isASCII: Bool = false) -> [String] {
    render(text, width: width, isASCII: isASCII).lines.map(\.text)
  }

  // MARK: - Goldens, checked by hand

  @Test func `a paragraph is wrapped at words`() {
    let text = "Morning at the *north hide*, wind\nfrom the west."

    #expect(lines(text, width: 20) == ["Morning at the north", "hide, wind from the", "west."])
  }

  @Test func `headings keep their hashes and hang`() {
    let text = "# Field notes: reed warblers\n\n### Nests"

    #expect(
      lines(text, width: 16) == ["# Field notes:", "  reed warblers", "", "### Nests"])
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
      render(text).tasks == [
        RenderedTask(isDone: true, sourceLine: 1, line: 0),
        RenderedTask(isDone: false, sourceLine: 2, line: 1),
      ])
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
  }

  @Test func `rules, images, HTML and breaks are shown`() {
    let text = "![hide map](m.png)\\\nnext <b>bold</b>\n\n---\n\n<p>\nraw\n</p>"

    #expect(
      lines(text, width: 12) == [
        "[image hide", "map]", "next", "<b>bold</b>", "", "────────────", "", "<p>", "raw", "</p>",
      ])
  }

  @Test func `front matter is hidden and still counted`() {
    let document = render("---\ntitle: x\n---\n# Head\n\ntext")

    #expect(document.lines.map(\.text) == ["# Head", "", "text"])
    #expect(document.headings.map(\.sourceLine) == [4])
    #expect(document.lines.map(\.sourceLine) == [4, 4, 6])
  }

  @Test func `wide characters break anywhere but before closing signs`() {
    #expect(lines("漢字漢字。漢", width: 8) == ["漢字漢", "字。漢"])
  }

  @Test func `a word wider than the line is split at clusters`() {
    #expect(lines("aé🙂bcdefg", width: 4) == ["aé🙂", "bcde", "fg"])
  }

  // MARK: - Styles

  private func style(of part: String, in text: String) -> Style? {
    render(text, width: 80).lines.flatMap(\.runs).first { $0.text.contains(part) }?.style
  }

  @Test func `emphasis, code and links carry their styles, nested ones both`() {
    let theme = CompiledThemes.standard
    let text = "plain *em **both*** `code` ~~gone~~ [link](x) [[note]] #tag"

    #expect(style(of: "plain", in: text) == .plain)
    #expect(style(of: "em", in: text)?.modifiers == .italic)
    #expect(style(of: "both", in: text)?.modifiers == [.italic, .bold])
    #expect(style(of: "code", in: text) == theme.style(for: "markup.code"))
    #expect(style(of: "gone", in: text)?.modifiers == .strikethrough)
    #expect(style(of: "link", in: text) == theme.style(for: "markup.link"))
    #expect(style(of: "note", in: text) == theme.style(for: "markup.link.note"))
    #expect(style(of: "#tag", in: text) == theme.style(for: "tag"))
  }

  @Test func `mono shows everything by attributes`() {
    let options = RenderOptions(width: 60, theme: CompiledThemes.mono)
    let document = MarkdownRenderer.render("# a\n*b* **c** `d` [e](f)", options: options)

    for run in document.lines.flatMap(\.runs) {
      #expect(run.style.foreground == nil && run.style.background == nil)
    }
    #expect(document.lines[2].runs.map(\.style.modifiers).contains(.italic))
  }

  // MARK: - Links

  @Test func `links are listed with their targets and places`() {
    let document = render("See [the site](https://a.example/x) and [[Ring records#2025|rings]].")

    #expect(
      document.links.map(\.target) == [
        .address("https://a.example/x"), .note(title: "Ring records", heading: "2025"),
      ])
    #expect(document.links.map(\.text) == ["the site", "rings"])
    #expect(document.links.map(\.start) == [Point(column: 4, row: 0), Point(column: 17, row: 0)])
  }

  @Test func `a link that wraps has a place on each line`() throws {
    let document = render("aaaa [bb cc dd](x)", width: 8)

    let link = try #require(document.links.first)
    #expect(document.lines.map(\.text) == ["aaaa bb", "cc dd"])
    #expect(link.text == "bb cc dd")
    #expect(link.spans.map(\.line) == [0, 1])
    #expect(link.spans.map(\.columns) == [5..<7, 0..<5])
  }

  @Test func `places count the columns of bars and wide characters`() throws {
    let document = render("> - 漢 [x](y)")

    #expect(document.lines.map(\.text) == ["▎ • 漢 x"])
    #expect(document.links.first?.start == Point(column: 7, row: 0))
  }

  @Test func `footnotes number the addresses and list them below`() {
    let document = render("[a](u) <https://b.c> [d](v)", linkForm: .footnotes)

    #expect(
      document.lines.map(\.text) == ["a[1] https://b.c d[3]", "", "[1] u", "[3] v"])
  }

  @Test func `bare addresses and images are links`() {
    let document = render("https://a.example ![alt](i.png)")

    #expect(document.links.map(\.target) == [.address("https://a.example"), .image("i.png")])
    #expect(document.links.map(\.text) == ["https://a.example", "[image alt]"])
  }

  @Test func `nothing is recognised in code`() {
    let document = render("`[[a]] #b`\n\n```\n[[c]] #d\n```")

    #expect(document.links == [])
    #expect(document.tags == [])
  }

  // MARK: - Marks

  @Test func `headings know both lines`() {
    let document = render("para\n\n# *One* `x`\n\nTwo\n---\n")

    #expect(
      document.headings == [
        RenderedHeading(level: 1, title: "One x", sourceLine: 3, line: 2),
        RenderedHeading(level: 2, title: "Two", sourceLine: 5, line: 4),
      ])
  }

  @Test func `a source line leads to the line that shows it`() {
    let document = render("a\n\nb\n\n- c\n- d\n")

    #expect(document.line(showing: 1) == 0)
    #expect(document.line(showing: 3) == 2)
    #expect(document.line(showing: 6) == 5)
    #expect(document.line(showing: 99) == 5)
    #expect(RenderedDocument().line(showing: 3) == 0)
  }

  @Test func `lines beyond those asked for are left out`() {
    let text = (1...100).map { "line [\($0)](x)\n" }.joined(separator: "\n")

    let document = render(text, maximumLines: 5)

    #expect(document.lines.count == 5)
    #expect(document.isTruncated)
    #expect(document.links.count == 3)
    #expect(!render("short", maximumLines: 5).isTruncated)
  }

  // MARK: - Hostile text

  @Test func `controls and overrides are shown, never sent`() {
    let text = "a\u{1b}[31mb\u{202e}c\u{7}\n\n`\u{1b}]0;x\u{7}`\n\n```\n\u{9b}1m\n```"

    let document = render(text)

    #expect(document.lines[0].text == "a^[[31mb<202E>c^G")
    #expect(document.lines[2].text == "^[]0;x^G")
    #expect(document.lines[4].text == "│ <009B>1m")
  }

  @Test func `a deep list keeps its text`() {
    let text = String(repeating: "- ", count: 5_000) + "x"

    #expect(lines(text, width: 30).last?.hasSuffix("x") == true)
  }

  @Test(arguments: ["> ", "- ", "*", "[", "![", "**a ", "`", "~~", "<b>", "1. ", "| a "])
  func `deep nesting neither crashes nor widens`(opening: String) {
    let text = String(repeating: opening, count: 20_000) + "x"

    let document = render(text, width: 30)

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
      "&amp;", "\r\n", "क्ष", "🇩🇪", "\u{ad}",
    ]
    for _ in 0..<60 {
      let count = Int.random(in: 1...60, using: &generator)
      let text = (0..<count).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      let width = Int.random(in: 1...50, using: &generator)
      let document = MarkdownRenderer.render(
        text,
        options: RenderOptions(
          width: width, isASCII: Bool.random(using: &generator),
          linkForm: Bool.random(using: &generator) ? .footnotes : .underlined))
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
