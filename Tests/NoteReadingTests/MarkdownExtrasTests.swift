import NoteMarkup
import NoteReading
import Settings
import TerminalUI
import Testing

/// What people write beyond CommonMark: marks, comments, footnotes, breaks and notes within notes.
@Suite(.timeLimit(.minutes(20))) struct MarkdownExtrasTests {
  private func style(of part: String, in text: String) -> Style? {
    rendered(text, width: 80).lines.flatMap(\.runs).first { $0.text.contains(part) }?.style
  }

  @Test func `text between two equals signs is marked, over emphasis, not in code`() {
    let mark = CompiledThemes.standard.style(for: "markup.mark")

    #expect(lines("a ==b c== d ==e *f*== `==g==`") == ["a b c d e f ==g=="])
    #expect(style(of: "b c", in: "a ==b c== d") == mark)
    #expect(style(of: "f", in: "==e *f*==")?.modifiers == [.reversed, .italic])
    #expect(style(of: "a", in: "a ==b== d") == .plain)
  }

  @Test(arguments: ["a == b == c", "x === y", "1==2", "==open", "a ==  b=="])
  func `signs without a partner stay`(text: String) {
    #expect(lines(text).joined() == text.replacing("  ", with: " "))
  }

  @Test func `comments are not shown, on one line or several`() {
    #expect(lines("one %%two [[x]] #y%% three") == ["one three"])
    #expect(lines("one\n\n%%\nhidden\n\n- too\n%%\n\nthree") == ["one", "", "three"])
    #expect(rendered("a\n%% b\nc %%\nd [[e]]").links.map(\.text) == ["e"])
    #expect(rendered("%%a%%\n\n%%b\n%%\n\nd").lines.map(\.sourceLine) == [6])
  }

  @Test(arguments: ["100 %% sure", "`%%a%%`", "a % b %"])
  func `text that is no comment stays`(text: String) {
    #expect(lines(text) == [text.replacing("`", with: "")])
  }

  @Test func `code keeps its comments`() {
    #expect(lines("```\n%%a%%\n```") == ["│ %%a%%"])
  }

  @Test func `footnotes are numbered in the text and listed at its end`() {
    let text = "One[^a] and two[^b].\n\n[^b]: second\n[^a]: first with\n    more\n\nend"

    #expect(
      lines(text) == [
        "One¹ and two².", "", "end", "", "────────────", "¹ first with", "  more", "² second",
      ])
    #expect(lines("One[^1]\n\n[^1]: x", isASCII: true).first == "One[^1]")
    #expect(lines("None[^x]") == ["None[^x]"])
  }

  @Test func `a footnote may be written where it belongs`() {
    let text = "\nOne^[first [a](b) `]` ] and two^[second *more*].\n\nend"

    #expect(
      lines(text) == [
        "One¹ and two².", "", "end", "", "────────────", "¹ first a ]", "² second more",
      ])
    #expect(rendered(text).lines.map(\.sourceLine) == [2, 2, 4, 4, 4, 4, 4])
    #expect(
      lines("One^[in [[Hide]]][^a]\n\n[^a]: x") == [
        "One¹²", "", "────────────", "¹ in Hide", "² x",
      ])
    #expect(lines("    code\n\none^[x]").first == "│ code")
    #expect(lines("one^[x]\n\n```\nopen").contains("¹ x"))
  }

  @Test(arguments: ["`^[a]`", "a\\^[b]", "^[]", "^[ ]", "^[open", "^ [a]", "a^b]"])
  func `text that is no inline footnote stays`(text: String) {
    #expect(lines(text).joined() == text.filter { $0 != "`" && $0 != "\\" })
  }

  @Test func `of footnotes within footnotes only the outer one is one`() {
    #expect(lines("a^[b ^[c] d]").last == "¹ b ^[c] d")
    #expect(lines("[^note-1]^[x]\n\n[^note-1]: y").suffix(2) == ["¹ y", "² x"])
  }

  @Test func `a heading that says the title above the text once more is left out`() {
    func lines(_ text: String) -> [String] {
      rendered(text) { $0.shownTitle = "Rye bread" }.lines.map(\.text)
    }

    #expect(lines("# Rye *bread*\n\nFlour") == ["Flour"])
    #expect(lines("Rye bread\n===\n\nFlour") == ["Flour"])
    #expect(lines("---\na: b\n---\n\n## Rye bread\nFlour") == ["Flour"])
    #expect(lines("# Rye bread\n\n# Rye bread") == ["Rye bread"])
    #expect(lines("# Rye [bread](x)") == ["Rye bread"])
    #expect(lines("Rye bread\n\nFlour") == ["Rye bread", "", "Flour"])
    #expect(lines("> # Rye bread").count == 1)
    #expect(lines("Flour\n\n# Rye bread").count == 3)
    #expect(rendered("# Rye bread\n\nFlour") { $0.shownTitle = "Rye bread" }.headings.isEmpty)
  }

  @Test func `an HTML break breaks, in a table too; other HTML is dim`() {
    #expect(lines("one<br>two<br/>three<BR /> four") == ["one", "two", "three", "four"])
    #expect(rendered("one<br>two\nthree").lines.map(\.sourceLine) == [1, 1, 2])
    #expect(lines("| a |\n|---|\n| x<br>y |") == ["a", "───", "x", "y"])
    #expect(style(of: "<kbd>", in: "press <kbd>q</kbd>")?.modifiers == .dim)
  }

  // MARK: - Notes within notes

  @Test func `a note alone on its line is shown in a box under its name`() {
    let document = rendered("before\n\n![[Ring records]]\n\nafter", width: 30) {
      $0.embeds = ["Ring records": "---\nx: y\n---\n- one [[Hide]]\n- two\n\n![[Other]]"]
    }

    #expect(
      document.lines.map(\.text) == [
        "before", "",
        "╭─ Ring records ─────────────╮",
        "│ • one Hide                 │",
        "│ • two                      │",
        "│                            │",
        "│ Other                      │",
        "╰────────────────────────────╯", "", "after",
      ])
    #expect(document.links.map(\.text) == ["Ring records", "Hide", "Other"])
    #expect(document.links[1].start == Point(column: 8, row: 3))
    #expect(document.lines.map(\.sourceLine) == [1, 1, 3, 3, 3, 3, 3, 3, 3, 5])
    #expect(document.embeds == ["Ring records"])
  }

  @Test func `within a line, or while its text is not known, it is a link`() {
    let known = rendered("see ![[A#B|the b]] here") { $0.embeds = ["A#B": "text"] }

    #expect(known.lines.map(\.text) == ["see the b here"])
    #expect(known.links.map(\.target) == [.note(title: "A", heading: "B")])
    #expect(known.embeds == ["A#B"])
    #expect(lines("![[A]]") == ["A"])
  }

  @Test func `an image is named with what is known of it, and never its width`() {
    let document = rendered("![[pics/map.png|100]] ![[a.JPG]]", width: 60) {
      $0.imageFacts = ["pics/map.png": "800×600 120 kB"]
    }

    #expect(document.lines.map(\.text) == ["[image map.png 800×600 120 kB] [image a.JPG]"])
    #expect(document.links.map(\.target) == [.image("pics/map.png"), .image("a.JPG")])
  }

  @Test func `a part of a note ends at the next heading of its level`() {
    let text = "# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour"

    #expect(MarkdownSection.text(of: text, under: "b") == "## B\n\ntwo\n\n### C\n\nthree\n\n")
    #expect(MarkdownSection.text(of: text, under: "A#D") == "## D\n\nfour")
    #expect(MarkdownSection.text(of: text, under: "E") == nil)
  }

  @Test func `a table on a plain screen is a list without lines`() {
    let text = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"

    #expect(
      rendered(text) { $0.isPlain = true }.lines.map(\.text)
        == ["a: 1", "b: 2", "", "a: 3", "b: 4"])
  }
}
