import Foundation
import Glibc
import TestSupport
import Testing

/// The built program in a window of a tmux server of its own.
///
/// Waiting is always for something to appear; the deadline only ends a test that has failed. After
/// one wait was in vain the others look just once, so that a test fails within a minute or two.
final class TmuxSession {
  /// The program beside the test binary; nil when it was not built.
  static let program: String? = {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    let path = URL(filePath: own).deletingLastPathComponent().appending(path: "marfa").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// Whether there is a tmux to run the program in.
  static let hasTmux =
    ["/usr/bin/tmux", "/bin/tmux", "/usr/local/bin/tmux"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  let folder: TemporaryDirectory
  private let socket = "marfa-test-\(UUID().uuidString)"
  private let environment: [String]
  /// How long a text may take to come; a machine that builds other things is slow.
  private static let limit = Duration.seconds(240)
  private var hasFailed = false
  /// The window's size at its start.
  private var size = (columns: 80, rows: 24)

  /// The data directory's database.
  var database: String { folder.path + "/data/notes.sqlite" }

  /// Creates a session that has not started; its folders are empty.
  ///
  /// - Parameter environment: Variables of the program, as `NAME=value`.
  /// - Throws: What the file system has against it.
  convenience init(environment: [String] = []) throws {
    self.init(folder: try TemporaryDirectory(), environment: environment)
  }

  /// Creates a session on what another one left.
  convenience init(continuing session: TmuxSession) throws {
    self.init(folder: session.folder, environment: [])
  }

  private init(folder: TemporaryDirectory, environment: [String]) {
    self.folder = folder
    let place = folder.path
    self.environment =
      [
        "MARFA_DATA=\(place)/data", "MARFA_CONFIG=\(place)/config", "MARFA_STATE=\(place)/state",
        "LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no",
      ] + environment
  }

  deinit {
    // The server may have ended with its window.
    _ = try? tmux("kill-server")
  }

  /// Starts the program in a new window of the given size.
  ///
  /// The window stays when the program ends, and shows `ended=` and its exit code.
  ///
  /// - Parameters:
  ///   - columns: The window's width.
  ///   - rows: The window's height.
  ///   - arguments: What the program is given.
  ///   - recordsOutput: Whether `script` notes what the program sends; see `recording()`.
  /// - Throws: What the file system has against it.
  func start(
    columns: Int = 80, rows: Int = 24, arguments: [String] = [], recordsOutput: Bool = false
  ) throws {
    size = (columns, rows)
    let program = try #require(Self.program, "marfa was not built")
    let words = [program] + arguments
    let command =
      recordsOutput
      ? "script -q -e -f -T '\(folder.path)/timing' -c '\(words.joined(separator: " "))' "
        + "'\(folder.path)/typescript'"
      : words.joined(separator: " ")
    // Outlives the window, as its shell does not, and writes down how the program ended.
    try folder.write(
      """
      trap : HUP
      env \(environment.map { "'\($0)'" }.joined(separator: " ")) \\
        sh -c 'echo $$ > "$1"; shift; exec "$@"' sh '\(folder.path)/process' \
          \(command)
      ended=$?
      echo $ended > '\(folder.path)/ended'
      exit $ended
      """, to: "program.sh")
    try folder.write(
      """
      stty -g > '\(folder.path)/modes-before'
      sh '\(folder.path)/program.sh'
      ended=$?
      stty -g > '\(folder.path)/modes-after'
      echo "ended=$ended"
      exec cat
      """, to: "run.sh")
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh",
      folder.path + "/run.sh")
  }

  /// What the program has sent to its terminal, and when, without what `script` wrote itself.
  func recording() throws -> Asciicast {
    Asciicast(
      columns: size.columns, rows: size.rows,
      typescript: Array(try Data(contentsOf: URL(filePath: folder.path + "/typescript"))),
      timing: try folder.read("timing"))
  }

  /// How many bytes the program has sent to its terminal, without what `script` wrote itself.
  func sentBytes() throws -> Int {
    let all = try folder.read("typescript")
    return all.utf8.count - (all.split(separator: "\n", maxSplits: 1).first?.utf8.count ?? 0) - 1
  }

  /// Types a text.
  func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Presses a key by tmux's name for it.
  func press(_ key: String) throws { try tmux("send-keys", key) }

  /// Gives the window another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Sends the program signals, one right after the other.
  func signal(_ names: String...) throws {
    let process = try process()
    try run("/bin/sh", ["-c", names.map { "kill -\($0) \(process)" }.joined(separator: "; ")])
  }

  /// Closes the window with the program in it, and waits until that has ended.
  ///
  /// - Returns: The program's exit code as its shell has it, 128 and the signal when one ended it;
  ///   nil when it does not end.
  /// - Throws: What tmux or the file system has against it.
  func closeWindow() throws -> String? {
    try tmux("kill-server")
    let deadline = ContinuousClock.now + Self.limit
    while ContinuousClock.now < deadline {
      // The shell's last words come in one piece; until then the file is not there, or empty.
      if let ended = try? folder.read("ended"), ended.hasSuffix("\n") {
        return ended.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      sched_yield()
    }
    return nil
  }

  /// The names in the program's state directory, in order.
  func stateFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state").sorted()
  }

  private func process() throws -> String {
    try folder.read("process").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs the program beside the one in the window, on the same notes; its output.
  @discardableResult
  func command(_ arguments: String...) throws -> String {
    try run("/usr/bin/env", environment + [Self.program ?? ""] + arguments)
  }

  /// Waits until a command beside the window prints a text; false, with the last screen as an
  /// issue, when it does not come.
  func prints(
    _ text: String, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    try waits(for: "“\(text)” by \(arguments)", sourceLocation) { _ in
      try run("/usr/bin/env", environment + [Self.program ?? ""] + arguments) == text
    }
  }

  /// What the window shows.
  func screen() throws -> String { try tmux("capture-pane", "-p") }

  /// Waits until the window shows a text; false, with the last screen as an issue, when it does not
  /// come.
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    try waits(for: "“\(text)” on the screen", sourceLocation) { $0.contains(text) }
  }

  /// Waits until the window shows a text no more; false, with the last screen as an issue, when it
  /// stays.
  func hides(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    try waits(for: "A screen without “\(text)”", sourceLocation) { !$0.contains(text) }
  }

  /// Waits until a file in the session's folder holds a text; false, with the last screen as an
  /// issue, when it does not come.
  func hasFile(
    _ name: String, with text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    // Until it is written, there is no file to read.
    try waits(for: "“\(text)” in \(name)", sourceLocation) { _ in
      (try? folder.read(name))?.contains(text) == true
    }
  }

  /// Looks at the screen until something holds; reading it leaves the processor to tmux meanwhile.
  private func waits(
    for what: String, _ sourceLocation: SourceLocation,
    until holds: (_ screen: String) throws -> Bool
  ) throws -> Bool {
    let deadline = ContinuousClock.now + (hasFailed ? .zero : Self.limit)
    var last: String
    repeat {
      last = try screen()
      if try holds(last) { return true }
    } while ContinuousClock.now < deadline
    hasFailed = true
    Issue.record(
      "\(what) did not come within \(Self.limit); the last screen:\n\(last)",
      sourceLocation: sourceLocation)
    return false
  }

  /// Whether the terminal's modes are those from before the program.
  func hasRestoredModes() throws -> Bool {
    try folder.read("modes-before") == folder.read("modes-after")
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try run("/usr/bin/env", ["tmux", "-L", socket] + arguments)
  }

  @discardableResult
  private func run(_ path: String, _ arguments: [String]) throws -> String {
    // Not by `Process`, which waits until the tmux server, too, has ended.
    try folder.write("", to: "output")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/output", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The threads of a test block signals; a server that inherits that never sees its window end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { variables.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, &attributes, words, variables) == 0 else {
      throw POSIXError(.ENOENT)
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return try folder.read("output")
  }
}
