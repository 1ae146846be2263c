import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct HyperlinkTests {
  @Test(
    arguments: [
      ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
      ("HTTP://example.org", "HTTP://example.org"),
      ("mailto:a@example.org", "mailto:a@example.org"),
      ("https://example.org/a b/é", "https://example.org/a%20b/%C3%A9"),
      ("https://example.org/\u{202e}x", "https://example.org/%E2%80%AEx"),
    ])
  func `an address is printable ASCII`(written: String, address: String) {
    #expect(Hyperlink(written)?.address == address)
  }

  @Test(
    arguments: [
      "", "notes/other.md", "file:///etc/passwd", "javascript:alert(1)", "ssh://example.org",
      "https://example.org/\u{1b}]8;;\u{7}", "https://example.org/\u{9c}", "https://a\nb",
      "https://example.org/" + String(repeating: "x", count: 2100),
      "https://example.org/" + String(repeating: "é", count: 400),
    ])
  func `an address that is not of the world outside, or not safe, is no link`(written: String) {
    #expect(Hyperlink(written) == nil)
  }

  @Test func `a part of a row leads somewhere until something else is drawn there`() throws {
    let link = try #require(Hyperlink("https://example.org/1"))
    let other = try #require(Hyperlink("https://example.org/2"))
    var surface = Surface(size: Size(columns: 10, rows: 2))
    surface.draw("漢字 abcdef", at: Point(column: 0, row: 0))

    surface.link(Rect(column: 0, row: 0, columns: 4, rows: 1), to: link)
    surface.link(Rect(column: 5, row: 0, columns: 20, rows: 1), to: other)

    #expect(surface.hyperlinks(inRow: 0).map(\.columns) == [0..<4, 5..<10])
    #expect(surface.hyperlinks(inRow: 0).map(\.link) == [link, other])
    #expect(surface.textRows[0] == "漢字 abcde")
    #expect(!surface.hasHyperlinks(inRow: 1) && surface.hyperlinks(inRow: 7).isEmpty)

    surface.draw("xx", at: Point(column: 6, row: 0))
    surface.restyle(Rect(column: 0, row: 0, columns: 4, rows: 1), Style(modifiers: .bold))

    #expect(surface.hyperlinks(inRow: 0).map(\.columns) == [0..<4, 5..<6, 8..<10])
    #expect(surface[1, 0].isContinuation)

    surface.clear(surface.bounds)
    #expect(!surface.hasHyperlinks(inRow: 0))
  }

  @Test func `rows that differ only in where they lead are different`() throws {
    let link = try #require(Hyperlink("https://example.org/3"))
    var surface = Surface(size: Size(columns: 4, rows: 1))
    let before = surface

    surface.link(surface.bounds, to: link)

    #expect(surface.changedRows(since: before) == [0])
  }
}
