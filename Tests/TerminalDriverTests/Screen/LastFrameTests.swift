import Testing

@Suite(.timeLimit(.minutes(20))) struct LastFrameTests {
  @Test(arguments: ["vt100", "linux"])
  func `a terminal without another screen is left empty, not with the last frame`(
    name: String
  ) throws {
    let terminal = try PseudoTerminal(environment: ["TERM": name])
    #expect(terminal.drain(after: "probe 80x24") != nil)

    terminal.type("q")

    #expect(terminal.ending() == .exited(0))
    #expect(terminal.hasWritten("\u{1b}[J"))
  }
}
