import Foundation
import Testing

@Suite(
  .enabled(if: TmuxSession.hasTmux, "needs tmux"), .serialized,
  .timeLimit(.minutes(20)))
struct RealTerminalTests {
  @Test func `a first start welcomes, fits every size, and gives the terminal back`() throws {
    let session = try TmuxSession()

    try session.start(columns: 10, rows: 3)
    #expect(try session.shows("too small"))
    try session.resize(columns: 80, rows: 24)
    #expect(try session.shows("Your notes live here"))
    try session.type("Q")

    #expect(try session.shows("ended=0"))
    #expect(try session.hasRestoredModes())
  }

  @Test func `the first screen is small enough for a slow line`() throws {
    let session = try TmuxSession(environment: ["TERM=xterm-256color"])

    try session.start(recordsOutput: true)
    #expect(try session.shows("Your notes live here"))

    #expect(try session.sentBytes() <= 2500)
    // What runs in `script` does not end with the window.
    try session.type("Q")
    #expect(try session.shows("ended=0"))
  }

  @Test func `the practice note opens, and keys do what it says`() throws {
    let session = try TmuxSession()

    try session.start(arguments: ["tutor"])
    #expect(try session.shows("Nothing here matters: try everything."))
    try session.type("Q")

    #expect(try session.shows("ended=0"))
  }

  @Test func `a signal reads the settings again`() throws {
    let session = try TmuxSession()
    try session.start()
    #expect(try session.shows("Your notes live here"))

    try session.signal("USR1")
    try session.type("?")

    #expect(try session.shows("What you can do here"))
  }

  @Test func `after a crash the next start begins where the last one was, and says so`() throws {
    let session = try TmuxSession()
    try session.start()
    #expect(try session.shows("Your notes live here"))
    try session.type("z")
    #expect(try session.hasFile("state/state.json", with: "\"isZoomed\" : true"))
    try session.signal("KILL")
    #expect(try session.shows("ended=137"))

    // What is reported stays until it is seen, however slow the machine is.
    try session.folder.write("message_seconds: 3600\n", to: "config/config.yaml")
    let next = try TmuxSession(continuing: session)
    try next.start()

    #expect(try next.shows("marfa did not exit cleanly. No note was edited."))
    #expect(try next.shows("All notes"))
  }

  /// A session in which a new note has been typed into, and the window shows it.
  private func typing(_ words: String) throws -> TmuxSession {
    let session = try TmuxSession()
    try session.start()
    #expect(try session.shows("Your notes live here"))
    try session.type("n")
    #expect(try session.shows("INSERT"))
    try session.type(words)
    #expect(try session.shows(words))
    return session
  }

  @Test(arguments: [
    (["TERM", "TERM"], 143), (["HUP", "HUP"], 129), (["HUP", "TERM"], 129),
  ])
  func `a request to end stores what was typed, and another one does not break it off`(
    signals: [String], code: Int
  ) throws {
    let session = try typing("unsaved words")
    try session.signal(signals[0], signals[1])

    #expect(try session.shows("ended=\(code)"))
    #expect(try session.hasRestoredModes())
    #expect(try session.command("list").contains("unsaved words"))
  }

  @Test func `a window that is closed right after the last key loses nothing`() throws {
    let session = try typing("unsaved words")

    #expect(try session.closeWindow() == "129")
    #expect(try session.command("list").contains("unsaved words"))
    let rests = try session.stateFiles().filter { $0.contains("running") || $0.contains(".new") }
    #expect(rests == [])
  }

  @Test(arguments: ["SEGV", "KILL"])
  func `a crash keeps what the screen called saved`(signal: String) throws {
    let session = try typing("saved words")
    // Until they are stored, the frames that show them say so.
    #expect(try session.shows("stored on this machine"))
    try session.signal(signal)

    #expect(try session.shows("ended="))
    #expect(try session.command("list").contains("saved words"))
  }

  @Test func `a terminal without a cursor is refused in a sentence`() throws {
    let session = try TmuxSession(environment: ["TERM=dumb"])

    try session.start()

    #expect(try session.shows("ended=1"))
    #expect(try session.screen().contains("marfa: TERM=dumb cannot run the full-screen"))
  }

  @Test func `a question can be answered after an editor that left its modes set`() throws {
    let session = try TmuxSession()
    // What an editor does that dies: no lines, no echo, the second screen.
    try session.folder.write(
      "stty raw -echo; printf '\\033[?1049h\\033[?25l'; printf 'half' >> \"$1\"; exit 3",
      to: "editor.sh")
    try session.command("new", "--title", "Rye", "one")

    try session.start(
      arguments: ["edit", "Rye", "--editor", "'sh \(session.folder.path)/editor.sh'"])
    #expect(try session.shows("Save what it wrote anyway?"))
    try session.type("n")
    #expect(try session.shows("] n"))
    try session.press("Enter")

    #expect(try session.shows("ended=1"))
    #expect(try session.hasRestoredModes())
    #expect(try session.command("show", "Rye") == "one\n")
  }

  @Test func `a damaged database is refused before the terminal is touched`() throws {
    let session = try TmuxSession()
    try session.folder.write(String(repeating: "no database ", count: 500), to: "data/notes.sqlite")

    try session.start()

    #expect(try session.shows("ended=9"))
    #expect(try session.screen().contains("marfa: The notes' database is damaged"))
    #expect(try session.folder.read("data/notes.sqlite").hasPrefix("no database"))
  }

  @Test func `another program's note appears`() throws {
    let session = try TmuxSession()
    try session.start()
    #expect(try session.shows("Your notes live here"))

    try session.command("new", "--title", "From elsewhere")

    #expect(try session.shows("From elsewhere"))
  }
}
