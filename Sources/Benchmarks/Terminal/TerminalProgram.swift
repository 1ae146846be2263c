import Foundation

/// A program in a terminal that nobody sees.
final class TerminalProgram {
  struct Failure: Error {
    let what: String
  }

  /// What a program wrote in one go.
  struct Output {
    var bytes = 0
    /// When the first byte came, in seconds after whatever made it write.
    var start = 0.0
    /// When the last byte came, in seconds after whatever made it write.
    var end = 0.0
  }

  /// `POSIX_SPAWN_SETSID`, which Swift does not see; posix_spawn(3).
  private static let newSession: Int16 = 0x80

  private let process: pid_t
  private let terminal: Int32
  private var origin: Double

  /// Starts a program in a terminal of 80 columns and 24 rows.
  ///
  /// - Parameters:
  ///   - arguments: The executable's path and its arguments.
  ///   - environment: Its whole environment.
  /// - Throws: When there is no terminal, or the program cannot be started.
  init(_ arguments: [String], environment: [String: String]) throws {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var (main, side): (Int32, Int32) = (-1, -1)
    guard openpty(&main, &side, nil, nil, &size) == 0, let name = ttyname(side) else {
      throw Failure(what: "there is no terminal")
    }
    defer { close(side) }
    terminal = main
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // The first terminal that the leader of a session opens becomes the session's.
    posix_spawn_file_actions_addopen(&files, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&files, 0, 1)
    posix_spawn_file_actions_adddup2(&files, 0, 2)
    posix_spawn_file_actions_addclose(&files, terminal)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tasks block signals, which the program would inherit.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var started: pid_t = 0
    origin = Action.passedSeconds()
    guard posix_spawn(&started, arguments[0], &files, &attributes, &words, &variables) == 0
    else { throw Failure(what: "\(arguments[0]) cannot be started") }
    process = started
  }

  deinit {
    end()
    close(terminal)
  }

  /// Types keys in one go.
  func type(_ keys: String) {
    origin = Action.passedSeconds()
    _ = keys.withCString { write(terminal, $0, strlen($0)) }
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// Reads what it writes for so long, so that it never has to wait for its terminal.
  func drain(milliseconds: Double) {
    let start = Action.passedSeconds()
    while case let left = milliseconds - (Action.passedSeconds() - start) * 1e3, left > 0 {
      // A terminal whose program has ended says so at once.
      if read(within: Int32(left.rounded(.up))) == nil { usleep(1_000) }
    }
  }

  /// Reads what the start or the last keys made the program write, until it has been silent.
  ///
  /// For its first byte it is waited `first` milliseconds, or no longer than for the others.
  func output(silence milliseconds: Int32, first: Int32? = nil, atMost: Double = 5) -> Output {
    var output = Output()
    while Action.passedSeconds() - origin < atMost,
      let count = read(within: output.bytes == 0 ? first ?? milliseconds : milliseconds)
    {
      output.end = Action.passedSeconds() - origin
      if output.bytes == 0 { output.start = output.end }
      output.bytes += count
    }
    return output
  }

  /// How many bytes came; nil when none did.
  private func read(within milliseconds: Int32) -> Int? {
    var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    return count > 0 ? count : nil
  }

  /// Ends it with SIGTERM, and by force after two seconds.
  private func end() {
    kill(process, SIGTERM)
    for _ in 0..<200 {
      // What it says last would otherwise fill the terminal and hold it up.
      _ = read(within: 10)
      if waitpid(process, nil, WNOHANG) == process { return }
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Memory that is resident now, in bytes.
  var residentBytes: Double { ProcessFigures(process).residentBytes }

  /// Processor time used so far, in seconds.
  var processorSeconds: Double { ProcessFigures(process).processorSeconds }
}
