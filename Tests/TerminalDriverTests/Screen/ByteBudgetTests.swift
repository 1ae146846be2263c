import Testing

/// How many bytes are sent to the terminal: what a slow line has to carry.
@Suite(
  .serialized, .timeLimit(.minutes(20)))
struct ByteBudgetTests {
  private func settled() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    _ = try #require(terminal.drain(after: "row 20"), "\(terminal.words)")
    return terminal
  }

  @Test func `the first screen is small`() throws {
    let terminal = try PseudoTerminal()

    let bytes = try #require(terminal.drain(after: "row 20"))

    #expect(bytes <= 2500)
  }

  @Test func `moving a selection sends at most ninety bytes`() throws {
    let terminal = try settled()

    terminal.type("j")
    let bytes = try #require(terminal.drain(after: "row 1"))

    #expect(bytes <= 90, "\(bytes) bytes")
  }

  @Test func `typing sends at most thirty bytes for a key`() throws {
    let terminal = try settled()
    terminal.type("A")
    _ = try #require(terminal.drain(after: "\"A\""))

    terminal.type("B")
    let bytes = try #require(terminal.drain(after: "B"))

    #expect(bytes <= 30, "\(bytes) bytes")
  }

  @Test func `redrawing the same frame sends nothing`() throws {
    let terminal = try settled()

    terminal.type("rrrrrrrr")
    terminal.type("\u{1b}[1;5D")
    let text = try #require(terminal.take(through: "event 1"))

    #expect(text.utf8.count <= 30, "\(text.debugDescription)")
  }

  @Test func `a burst of keys makes few frames`() throws {
    let terminal = try settled()

    terminal.type(String(repeating: "jk", count: 1000) + "\u{1b}[1;5D")
    let text = try #require(terminal.take(through: "event 1"))

    #expect(text.utf8.count <= 4000, "\(text.utf8.count) bytes")
  }
}
