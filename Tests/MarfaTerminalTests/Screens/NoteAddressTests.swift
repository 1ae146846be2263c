import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteAddressTests {
  private let text = "see [the site](https://example.org/a), <https://example.org/b>, [[Other]]"

  @Test func `addresses are numbered and listed where the terminal has no links`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: [text])

    #expect(fixture.screen.contains("see the site[1], https://example.org/b, Other"))
    #expect(fixture.screen.contains("[1] https://example.org/a"))
    #expect(!fixture.screen.contains("[2]"))
    #expect((0..<30).allSatisfy { !fixture.frame.hasHyperlinks(inRow: $0) })
  }

  @Test func `addresses are links of the terminal where it has them`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, environment: ["VTE_VERSION": "7000"], notes: [text])

    #expect(fixture.screen.contains("see the site, https://example.org/b, Other"))
    let links = (0..<30).flatMap { fixture.frame.hyperlinks(inRow: $0) }
    #expect(
      links.map(\.link.address) == ["https://example.org/a", "https://example.org/b"])
    #expect(links.map(\.columns.count) == [8, 21])

    await fixture.press("#")
    let under = (0..<30).flatMap { fixture.frame.hyperlinks(inRow: $0) }
    #expect(under.isEmpty, "what lies over a link leads nowhere")
  }

  @Test func `an address with an escape sequence in it is shown and leads nowhere`() async throws {
    let hostile =
      "[x](<https://example.org/\u{1b}]0;evil\u{7}>) [y](<https://example.org/\u{9b}2J>)"
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: [hostile], configuration: "terminal: {hyperlinks: always}")
    let links = (0..<30).flatMap { fixture.frame.hyperlinks(inRow: $0) }

    #expect(links.isEmpty)
    for row in fixture.frame.textRows {
      #expect(row.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }
}
