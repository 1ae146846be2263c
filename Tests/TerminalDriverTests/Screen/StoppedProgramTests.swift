import Glibc
import Testing

/// A program that was stopped, or is about to stop, when it is asked to end.
@Suite(.serialized, .timeLimit(.minutes(20))) struct StoppedProgramTests {
  private func started() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try #require(terminal.take(through: "row 20") != nil)
    return terminal
  }

  @Test func `a stop that was typed does not come between a signal to end and the end`() throws {
    let terminal = try started()

    terminal.type("u\u{1a}")

    #expect(terminal.ending() == .exited(143))
    #expect(terminal.areModesRestored)
  }

  @Test func `a stopped program ends when its terminal goes away`() throws {
    let terminal = try started()
    terminal.type("\u{1a}")
    try #require(terminal.ending() == .stopped(SIGSTOP))

    terminal.hangUp()

    #expect(terminal.ending() == .exited(129))
  }

  @Test func `output that was stopped by a key does not keep a program from its end`() throws {
    let terminal = try PseudoTerminal(environment: ["PROBE_FAREWELL": "farewell"])
    try #require(terminal.take(through: "row 20") != nil)
    terminal.type("w")
    // The last of what gives the terminal back.
    try #require(terminal.take(through: "\u{1b}[?1049l") != nil)
    try #require(terminal.stopOutput())

    kill(terminal.process, SIGTERM)

    #expect(terminal.ending() == .exited(143))
    #expect(terminal.hasWritten("farewell"))
    #expect(terminal.areModesRestored)
  }

  @Test func `a program that goes on draws although its output was stopped by a key`() throws {
    let terminal = try started()
    kill(terminal.process, SIGSTOP)
    try #require(terminal.ending() == .stopped(SIGSTOP))
    try #require(terminal.stopOutput())

    kill(terminal.process, SIGCONT)

    #expect(terminal.take(through: "row 20") != nil)
  }

  @Test(arguments: ["", "j"])
  func `a terminal that takes nothing does not keep a program from its end`(key: String) throws {
    let terminal = try started()
    terminal.freeze()
    terminal.type(key)

    kill(terminal.process, SIGTERM)

    #expect(terminal.ending() == .exited(143))
    #expect(terminal.areModesRestored)
  }

  @Test func `output that no key can start goes on by itself`() throws {
    let terminal = try PseudoTerminal()
    _ = try #require(terminal.drain(after: "row 20"))
    terminal.freeze()
    terminal.type("j")

    #expect(terminal.take(through: "\u{1b}[") != nil)
  }

  @Test(.enabled(if: TmuxSession.isAvailable, "needs tmux"))
  func `a stopped job that the shell is to end does so without the foreground`() throws {
    let session = try TmuxSession(name: "killed-job", columns: 60, rows: 10)
    try #require(try session.waitFor("shell>"))
    try session.type("LC_ALL=C.UTF-8 \(PseudoTerminal.probe ?? "")", "Enter")
    try #require(try session.waitFor("row 5"))

    try session.type("C-z")
    try #require(try session.waitFor("Stopped"))
    // The shell says at once what became of it.
    try session.type("set -b; kill %1", "Enter")

    #expect(try session.waitFor("Exit 143"))
  }
}
