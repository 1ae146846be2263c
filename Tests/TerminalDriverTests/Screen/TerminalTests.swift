import Foundation
import Glibc
import Testing

/// The real terminal, on a pseudoterminal.
@Suite(
  .serialized, .timeLimit(.minutes(20)))
struct TerminalTests {
  private static let leavesScreen = "\u{1b}[?1049l"

  private func started(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(environment: environment)
    try #require(terminal.take(through: "row 20") != nil)
    return terminal
  }

  @Test func `quitting restores modes and screen`() throws {
    let terminal = try started()
    #expect(!terminal.areModesRestored)

    terminal.type("q")

    #expect(terminal.ending() == .exited(0))
    #expect(terminal.areModesRestored)
    #expect(terminal.hasWritten(Self.leavesScreen) && terminal.hasWritten("\u{1b}[?2004l"))
  }

  @Test func `a linked text is written once more as a link, and without it when it leads nowhere`()
    throws
  {
    let terminal = try PseudoTerminal(environment: ["PROBE_LINK": "1"])
    let link = "\u{1b}7\u{1b}[1;61H\u{1b}]8;;https://example.org/0\u{1b}\\\u{1b}[0;1msite\u{1b}]8;;"
    let first = try #require(terminal.take(through: "\u{1b}8"))
    #expect(first.contains(link))

    terminal.type("j")
    let second = try #require(terminal.take(through: "\u{1b}8"))
    #expect(second.contains("\u{1b}]8;;https://example.org/1\u{1b}\\"))
    #expect(!second.contains("https://example.org/0"))

    terminal.type("j")
    let third = try #require(terminal.take(through: "row 2"))
    #expect(third.contains("site"), "\(third.debugDescription)")
    #expect(!third.contains("\u{1b}]8;"))
  }

  @Test(
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
  func `a signal to end restores modes and screen`(signal: Int32, code: Int32) throws {
    let terminal = try started()

    kill(terminal.process, signal)

    #expect(terminal.ending() == .exited(code))
    #expect(terminal.areModesRestored)
    #expect(terminal.hasWritten(Self.leavesScreen))
  }

  @Test func `a terminal that is given back early is left alone, and signals still end`() throws {
    let terminal = try started()

    terminal.type("w")
    #expect(terminal.take(through: Self.leavesScreen) != nil)

    terminal.type("jq")
    kill(terminal.process, SIGTERM)
    #expect(terminal.ending() == .exited(143))
    #expect(terminal.areModesRestored)
    #expect(!terminal.hasWritten("row"))
  }

  @Test(arguments: [
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ, SIGALRM,
    SIGVTALRM, SIGPROF, SIGUSR2,
  ])
  func `a fatal signal restores modes and screen and still kills`(signal: Int32) throws {
    let terminal = try started()

    kill(terminal.process, signal)

    #expect(terminal.ending() == .killed(signal))
    #expect(terminal.areModesRestored)
    #expect(terminal.hasWritten(Self.leavesScreen) && terminal.hasWritten("\u{1b}[?25h"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT])
  func `a signal from outside ends the program also after a crash reporter has had it`(
    signal: Int32
  ) throws {
    let terminal = try started([
      "SWIFT_BACKTRACE": "enable=yes,interactive=no,symbolicate=off,threads=crashed,timeout=60s"
    ])

    kill(terminal.process, signal)

    #expect(terminal.ending() == .killed(signal))
    #expect(terminal.areModesRestored && terminal.hasWritten(Self.leavesScreen))
  }

  @Test func `a trap of the program restores modes and screen`() throws {
    let terminal = try started()

    terminal.type("x")

    guard case .killed = terminal.ending() else {
      Issue.record("the program should have died")
      return
    }
    #expect(terminal.areModesRestored && terminal.hasWritten(Self.leavesScreen))
  }

  @Test func `the message of a trap is below the screen that was left`() throws {
    let terminal = try started()

    terminal.type("x")
    let screen = try #require(terminal.take(through: Self.leavesScreen))

    #expect(!screen.contains("Fatal error"))
    #expect(terminal.take(through: "Fatal error: the probe traps") != nil)
  }

  @Test func `suspending gives the terminal back and continuing takes it with its new size`() throws
  {
    let terminal = try started()

    terminal.type("\u{1a}")
    #expect(terminal.ending() == .stopped(SIGSTOP))
    #expect(terminal.areModesRestored && terminal.hasWritten(Self.leavesScreen))
    terminal.resize(columns: 60, rows: 20)
    kill(terminal.process, SIGCONT)

    #expect(terminal.take(through: "probe 60x20") != nil)
    #expect(terminal.waitFor("row 16"))
    #expect(!terminal.areModesRestored)
  }

  @Test func `a stop from outside is followed by a full repaint`() throws {
    let terminal = try started()

    kill(terminal.process, SIGSTOP)
    #expect(terminal.ending() == .stopped(SIGSTOP))
    kill(terminal.process, SIGCONT)

    #expect(terminal.waitFor("row 20"))
  }

  @Test func `a storm of sizes ends with the last one`() throws {
    let terminal = try started()

    for width in stride(from: 79, through: 21, by: -1) {
      terminal.resize(columns: width, rows: 10 + width % 7)
    }
    terminal.resize(columns: 50, rows: 12)

    #expect(terminal.waitFor("probe 50x12"))
    terminal.type("q")
    #expect(terminal.ending() == .exited(0))
  }

  @Test(arguments: [(10, 3), (1, 1), (2, 24), (400, 100)])
  func `the program starts and ends at any size`(columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)

    try #require(terminal.waitFor("\u{1b}[?2004h"))
    terminal.type("jjéq")

    #expect(terminal.ending() == .exited(0))
    #expect(terminal.areModesRestored)
  }

  @Test(arguments: [
    ("xterm-kitty", "xterm-256color"), ("alacritty", "xterm-256color"), ("vt100", "vt100"),
    ("linux", "linux"), ("tmux-256color", "tmux-256color"), ("screen-256color", "screen-256color"),
    ("no-such-terminal", "xterm-256color"),
  ])
  func `an unknown terminal is treated like xterm`(name: String, used: String) throws {
    let terminal = try PseudoTerminal(environment: ["TERM": name])

    #expect(terminal.take(through: "probe 80x24 \(used)") != nil)
    terminal.type("q")
    #expect(terminal.ending() == .exited(0))
    #expect(terminal.areModesRestored)
  }

  @Test func `a dumb terminal is refused in words`() throws {
    let terminal = try PseudoTerminal(environment: ["TERM": "dumb"])

    #expect(terminal.ending() == .exited(3))
    #expect(terminal.hasWritten("unsuitableTerminal dumb"))
    #expect(terminal.areModesRestored && !terminal.hasWritten("\u{1b}"))
  }

  @Test func `sizes in the environment do not hide the real one`() throws {
    let terminal = try PseudoTerminal(environment: ["LINES": "10", "COLUMNS": "40"])

    #expect(terminal.take(through: "probe 80x24") != nil)
  }

  @Test func `another character set than UTF-8 is painted all the same`() throws {
    let terminal = try PseudoTerminal(environment: ["LC_ALL": "C"])

    #expect(terminal.take(through: "漢字é") != nil)
  }

  @Test func `clusters are painted in their agreed form`() throws {
    let terminal = try started()

    terminal.type("\u{c}")

    #expect(terminal.take(through: "漢字éDE👨❤") != nil)
  }

  @Test func `no colours are sent where none are wanted`() throws {
    let plain = try PseudoTerminal(environment: ["NO_COLOR": "1"])
    let coloured = try PseudoTerminal()

    let without = try #require(plain.take(through: "row 20"))
    let with = try #require(coloured.take(through: "row 20"))

    #expect(!without.contains("38;5;") && !without.contains("32m"))
    #expect(with.contains("38;5;166m") && with.contains("32m"))
  }

  @Test func `chosen true colours are set in the palette and given back`() throws {
    // A description that is given inline is not made into another one.
    let own = try #require(Terminfo.file(of: "xterm-256color"))
    let terminal = try PseudoTerminal(environment: [
      "PROBE_COLOR": "truecolor", "TERMINFO": "b64:" + Data(own).base64EncodedString(),
    ])

    let start = try #require(terminal.take(through: "row 20"))
    terminal.type("q")

    #expect(start.contains("\u{1b}]4;16;rgb:C8/64/00"))
    #expect(terminal.ending() == .exited(0))
    #expect(terminal.hasWritten("\u{1b}]104"))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"])
  func `24-bit colours are sent as they are where COLORTERM says so`(name: String) throws {
    let terminal = try PseudoTerminal(environment: [
      "TERM": name, "COLORTERM": "truecolor", "TMUX": "/tmp/x,1,0",
    ])

    let start = try #require(terminal.take(through: "row 20"))
    terminal.type("q")

    #expect(start.contains("38;2;200;100;0m") && start.contains("32m"))
    #expect(start.contains(name))
    #expect(terminal.ending() == .exited(0))
    #expect(!terminal.hasWritten("\u{1b}]104"))
  }

  @Test func `emoji are drawn whole where the terminal knows them, and nothing moves`() throws {
    let whole = try PseudoTerminal(environment: ["TERM_PROGRAM": "WezTerm"])
    let base = try PseudoTerminal()

    let plain = try #require(base.take(through: "row 20"))

    #expect(whole.waitFor("🇩🇪") && whole.waitFor("👨‍👩‍👧") && whole.waitFor("❤️"))
    #expect(plain.contains("DE👨❤ "))
    #expect(!plain.contains("👨‍👩‍👧") && !base.hasWritten("🇩🇪"))
  }

  @Test func `typed bytes arrive as key events`() throws {
    let terminal = try started()

    for (bytes, words) in [
      ("\u{1b}[1;5D", "key left 4"), ("\u{1b}", "key escape"), ("é", "character(\"é\")"),
      ("\u{1b}[200~a\u{3}b\u{1b}[201~", "paste 3"), ("\u{1b}[I", "focus true"),
    ] {
      terminal.type(bytes)
      #expect(terminal.waitFor(String(words.suffix(4))), "\(words)")
    }
  }

  @Test func `the title is set without its escape sequences and restored`() throws {
    let terminal = try PseudoTerminal(environment: ["PROBE_TITLE": "1"])

    #expect(terminal.take(through: "\u{1b}]2;probe ^[]2;evil^G\u{1b}\\") != nil)
    terminal.type("q")
    #expect(terminal.waitFor("\u{1b}[23;2t"))
  }

  @Test func `the answer for the background comes as an event of its own`() throws {
    let terminal = try PseudoTerminal(environment: ["PROBE_BACKGROUND": "1"])
    try #require(terminal.take(through: "\u{1b}]11;?\u{1b}\\") != nil)
    try #require(terminal.take(through: "row 20") != nil)

    terminal.type("\u{1b}]11;rgb:1111/2222/3333\u{1b}\\")

    #expect(terminal.waitFor("background 17 34 51"))
  }
}
