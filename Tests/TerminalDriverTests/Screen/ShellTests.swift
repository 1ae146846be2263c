import Testing

/// The program under a shell with job control, in a terminal that draws.
@Suite(
  .serialized, .timeLimit(.minutes(20)), .enabled(if: TmuxSession.isAvailable, "needs tmux"))
struct ShellTests {
  private func started(_ name: String, columns: Int = 60, rows: Int = 10) throws -> TmuxSession {
    let session = try TmuxSession(name: name, columns: columns, rows: rows)
    try #require(try session.waitFor("shell>"))
    try session.type("LC_ALL=C.UTF-8 \(PseudoTerminal.probe ?? "")", "Enter")
    try #require(try session.waitFor("row 5"))
    return session
  }

  @Test func `the screen shows the surface`() throws {
    let session = try started("surface")

    let rows = try session.screen()

    #expect(
      rows.prefix(5) == [
        "probe 60x10 \(rows[0].split(separator: " ").last ?? "")", "漢字éDE👨❤ ◇ |ready", "",
        "▌row 0", " row 1",
      ])
  }

  @Test func `a job that was stopped comes back in its new size`() throws {
    let session = try started("jobs")

    try session.type("C-z")
    #expect(try session.waitFor("Stopped"))
    try session.resize(columns: 44, rows: 8)
    try session.type("fg", "Enter")

    #expect(try session.waitFor("probe 44x8"))
    #expect(try session.waitFor("row 4"))
    try session.type("q")
    #expect(try session.waitFor("shell>"))
  }

  @Test func `the modes of the shell are the same before and after a crash`() throws {
    let session = try TmuxSession(name: "crash", columns: 60, rows: 12)
    try #require(try session.waitFor("shell>"))

    try session.type(
      "clear; before=$(stty -a | cksum); SWIFT_BACKTRACE=enable=no \(PseudoTerminal.probe ?? "")",
      "Enter")
    try #require(try session.waitFor("row 5"))
    try session.type("x")
    try #require(try session.waitFor("shell>"))
    // What the crash says may be longer than the screen. Spelt so that the typed line itself does
    // not hold what is waited for.
    try session.type("clear; echo $before; stty -a | cksum; echo do''ne", "Enter")
    try #require(try session.waitFor("done"))

    let sums = try session.screen().filter { row in
      row.split(separator: " ").count == 2 && row.allSatisfy { $0.isNumber || $0 == " " }
    }
    #expect(sums.count == 2 && Set(sums).count == 1)
  }

  @Test func `a program in the background waits for the terminal`() throws {
    let session = try started("background")

    try session.type("C-z")
    #expect(try session.waitFor("Stopped"))
    try session.type("bg; echo shell-is-''there", "Enter")
    #expect(try session.waitFor("shell-is-there"))
    try session.type("clear", "Enter")
    try session.type("fg", "Enter")

    #expect(try session.waitFor("probe 60x10"))
  }
}
