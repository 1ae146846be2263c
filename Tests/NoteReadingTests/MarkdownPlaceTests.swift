import NoteReading
import TerminalUI
import Testing

/// Links, headings and lines, and where they stand.
@Suite(.timeLimit(.minutes(20))) struct MarkdownPlaceTests {
  // MARK: - Links

  @Test func `links are listed with their targets and places`() {
    let document = rendered("See [the site](https://a.example/x) and [[Ring records#2025|rings]].")

    #expect(
      document.links.map(\.target) == [
        .address("https://a.example/x"), .note(title: "Ring records", heading: "2025"),
      ])
    #expect(document.links.map(\.text) == ["the site", "rings"])
    #expect(document.links.map(\.start) == [Point(column: 4, row: 0), Point(column: 17, row: 0)])
  }

  @Test func `links are in the order of the text, whatever they are written in`() {
    let document = rendered(
      "See [[One]], [two](2.md), [[Three]] and ![four](4.png).\n\n| a | b |\n|---|---|\n"
        + "| [[Five]] | [six](6.md) |\n\n#x *a #y* [z](z.md)")

    #expect(
      document.links.map(\.text) == [
        "One", "two", "Three", "[image four]", "Five", "six", "z",
      ])
    #expect(document.tags.map(\.text) == ["#x", "#y"])
  }

  @Test func `a link that wraps has a place on each line`() throws {
    let document = rendered("aaaa [bb cc dd](x)", width: 8)

    let link = try #require(document.links.first)
    #expect(document.lines.map(\.text) == ["aaaa bb", "cc dd"])
    #expect(link.text == "bb cc dd")
    #expect(link.spans.map(\.line) == [0, 1])
    #expect(link.spans.map(\.columns) == [5..<7, 0..<5])
  }

  @Test func `places count the columns of bars and wide characters`() throws {
    let document = rendered("> - 漢 [x](y)")

    #expect(document.lines.map(\.text) == ["▎ • 漢 x"])
    #expect(document.links.first?.start == Point(column: 7, row: 0))
  }

  @Test func `footnotes number the addresses and list them below`() {
    let document = rendered("[a](u) <https://b.c> [d](v)", linkForm: .footnotes)

    #expect(
      document.lines.map(\.text) == ["a[1] https://b.c d[3]", "", "[1] u", "[3] v"])
  }

  @Test func `bare addresses and images are links`() {
    let document = rendered("https://a.example ![alt](i.png)")

    #expect(document.links.map(\.target) == [.address("https://a.example"), .image("i.png")])
    #expect(document.links.map(\.text) == ["https://a.example", "[image alt]"])
  }

  @Test func `nothing is recognised in code`() {
    let document = rendered("`[[a]] #b`\n\n```\n[[c]] #d\n```")

    #expect(document.links == [])
    #expect(document.tags == [])
  }

  // MARK: - Headings and lines

  @Test func `headings know both lines`() {
    let document = rendered("para\n\n# *One* `x`\n\nTwo\n---\n")

    #expect(
      document.headings == [
        RenderedHeading(level: 1, title: "One x", sourceLine: 3, line: 2),
        RenderedHeading(level: 2, title: "Two", sourceLine: 5, line: 4),
      ])
  }

  @Test func `a source line leads to the line that shows it`() {
    let document = rendered("a\n\nb\n\n- c\n- d\n")

    #expect(document.line(showing: 1) == 0)
    #expect(document.line(showing: 3) == 2)
    #expect(document.line(showing: 6) == 5)
    #expect(document.line(showing: 99) == 5)
    #expect(RenderedDocument().line(showing: 3) == 0)
  }

  @Test func `lines beyond those asked for are left out`() {
    let text = (1...100).map { "line [\($0)](x)\n" }.joined(separator: "\n")

    let document = rendered(text, maximumLines: 5)

    #expect(document.lines.count == 5)
    #expect(document.isTruncated)
    #expect(document.links.count == 3)
    #expect(!rendered("short", maximumLines: 5).isTruncated)
  }
}
