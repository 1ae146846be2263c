import Glibc
import Testing

/// Programs that borrow the terminal.
@Suite(
  .serialized, .timeLimit(.minutes(20)))
struct ChildProgramTests {
  private func started() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try #require(terminal.take(through: "row 20") != nil)
    return terminal
  }

  @Test func `a program's changes of the terminal are undone`() throws {
    let terminal = try started()

    terminal.type("e")

    #expect(terminal.take(through: "child code(7)") != nil)
    terminal.type("A")
    #expect(terminal.waitFor("character(\"A\")"))
    #expect(!terminal.areModesRestored)
  }

  @Test func `a program that cannot start leaves the screen as it was`() throws {
    let terminal = try started()

    terminal.type("n")

    #expect(terminal.take(through: "child failed") != nil)
    terminal.type("q")
    #expect(terminal.ending() == .exited(0))
    #expect(terminal.areModesRestored)
  }

  @Test(arguments: [("t", "at work"), ("d", "deaf")])
  func `a request to end does not wait for the program that has the terminal`(
    key: String, sign: String
  ) throws {
    let terminal = try started()
    terminal.type(key)
    try #require(terminal.take(through: sign) != nil)

    kill(terminal.process, SIGTERM)

    // The probe ends when the program has: otherwise it would go on until the test's time is over.
    #expect(terminal.ending() == .exited(143))
    #expect(terminal.areModesRestored)
  }

  @Test func `a program that stops takes this one with it`() throws {
    let terminal = try started()

    terminal.type("s")
    #expect(terminal.ending() == .stopped(SIGSTOP))
    #expect(terminal.areModesRestored)
    kill(terminal.process, SIGCONT)

    #expect(terminal.take(through: "child code(5)") != nil)
  }
}
