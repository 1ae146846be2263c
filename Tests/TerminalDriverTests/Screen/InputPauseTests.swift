import Glibc
import Testing

/// Input that is left in the terminal for a while.
@Suite(
  .serialized, .timeLimit(.minutes(20)))
struct InputPauseTests {
  @Test func `keys typed while input is not taken come after it is taken again`() throws {
    let terminal = try PseudoTerminal()
    try #require(terminal.take(through: "row 20") != nil)
    terminal.type("h")
    try #require(terminal.waitFor("held"))

    // The last key repaints the screen: of a later frame only what differs would be written.
    terminal.type("abc\u{c}")
    terminal.resize(columns: 60, rows: 20)

    // The size is the first event, although the keys were typed before.
    #expect(terminal.take(through: "event 4 key character(\"c\")") != nil)
  }

  @Test func `a stop that was typed before a signal to end does not keep it from ending`() throws {
    let terminal = try PseudoTerminal()
    try #require(terminal.take(through: "row 20") != nil)
    terminal.type("h")
    try #require(terminal.waitFor("held"))

    // What is waiting is read before the end, as it is part of what is stored.
    terminal.type("\u{1a}")
    kill(terminal.process, SIGTERM)

    #expect(terminal.ending() == .exited(143))
    #expect(terminal.areModesRestored)
  }

  @Test func `other work has its turn before a flood of keys is over`() throws {
    let terminal = try PseudoTerminal()
    try #require(terminal.take(through: "row 20") != nil)
    terminal.type("h")
    try #require(terminal.waitFor("held"))

    terminal.type("o" + String(repeating: "a", count: 10_000))
    terminal.resize(columns: 60, rows: 20)

    #expect(terminal.ending() == .exited(0))
  }
}
