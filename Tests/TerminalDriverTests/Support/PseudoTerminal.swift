import Foundation
import Glibc

/// The probe on a pseudoterminal of its own, as seen by the terminal.
///
/// Waiting is always for bytes or a change of the process, never for time; the deadline only
/// ends a test that has failed.
final class PseudoTerminal {
  /// How a program ended.
  enum Ending: Equatable {
    case exited(Int32)
    case killed(Int32)
    case stopped(Int32)
  }

  /// The probe beside the test binary; nil when it was not built.
  static let probe: String? = {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    let path = URL(filePath: own).deletingLastPathComponent().appending(
      path: "TerminalDriverProbe"
    ).path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  private var main: Int32
  private var side: Int32
  let process: pid_t
  /// Whether the program's end was taken; its number may belong to another one since.
  private var hasEnded = false
  /// Everything that the program wrote and no one took.
  private(set) var output: [UInt8] = []
  /// The modes before the program started.
  let modesBefore: termios

  /// Starts the probe in a session of its own.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - rows: The height of the terminal.
  ///   - environment: Added to a minimal environment.
  /// - Throws: `POSIXError` when there is no pseudoterminal or no probe.
  init(columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
    var (main, side) = (Int32(-1), Int32(-1))
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * 8),
      ws_ypixel: UInt16(rows * 16))
    guard openpty(&main, &side, nil, nil, &size) == 0, let name = ttyname(side) else {
      throw POSIXError(.ENXIO)
    }
    self.main = main
    // The open side keeps the modes alive when the program ends.
    self.side = side
    for descriptor in [main, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    modesBefore = Self.modes(main)
    process = try Self.spawn(String(cString: name), environment)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    hangUp()
  }

  private static func spawn(_ terminal: String, _ extra: [String: String]) throws -> pid_t {
    var environment = [
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment.merge(extra) { $1 }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // A session leader that opens a terminal makes it its controlling one (POSIX_SPAWN_SETSID is
    // 0x80). The threads of a test block signals, which a program would inherit.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    guard let probe else { throw POSIXError(.ENOENT) }
    let arguments = [strdup(probe), nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, probe, &actions, &attributes, arguments, variables) == 0 else {
      throw POSIXError(.ENOENT)
    }
    return process
  }

  private static func modes(_ descriptor: Int32) -> termios {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return modes
  }

  // MARK: - Talking

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(main, bytes, bytes.count)
  }

  /// Closes the terminal, as its window is closed; repeats do nothing.
  func hangUp() {
    for descriptor in [main, side] where descriptor >= 0 { close(descriptor) }
    (main, side) = (-1, -1)
  }

  /// Gives the terminal another size, which signals the program.
  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * 8),
      ws_ypixel: UInt16(rows * 16))
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until the output holds a text; false when it does not come.
  func waitFor(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return waitUntil { $0.firstRange(of: wanted) != nil }
  }

  /// Takes what has been written, up to and with a text; nil when it does not come.
  func take(through text: String) -> String? {
    guard waitFor(text), let range = output.firstRange(of: Array(text.utf8)) else { return nil }
    defer { output.removeFirst(range.upperBound) }
    return String(decoding: output[..<range.upperBound], as: UTF8.self)
  }

  /// Takes all that has been written, once the text has come and nothing more follows it at once.
  func drain(after text: String) -> Int? {
    guard waitFor(text) else { return nil }
    while readSome(timeout: 1000) {}
    defer { output = [] }
    return output.count
  }

  /// Types Ctrl-s in the modes that the terminal had before the program, and waits until the
  /// terminal takes no output; false when it goes on taking some.
  func stopOutput() -> Bool {
    var modes = modesBefore
    tcsetattr(main, TCSANOW, &modes)
    type("\u{13}")
    return waitUntil { _ in
      var descriptor = pollfd(fd: side, events: Int16(POLLOUT), revents: 0)
      return poll(&descriptor, 1, 0) == 0
    }
  }

  /// Takes no output any more, as a window that is stopped.
  func freeze() { tcflow(side, TCOOFF) }

  private func waitUntil(_ condition: ([UInt8]) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(300)
    while !condition(output) {
      if ContinuousClock.now > deadline { return false }
      // What it has written last may still be there.
      if !readSome(timeout: 200), isOver { return condition(output) }
    }
    return true
  }

  /// Everything that the program wrote and no one took, for the words of a failure.
  var words: String { String(decoding: output, as: UTF8.self) }

  /// Whether the program has ended; it stays to be waited for.
  private var isOver: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo != 0
  }

  private func readSome(timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, timeout) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(main, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer[..<count]
    return true
  }

  // MARK: - The process

  /// Waits until the program ends or stops, reading what it writes.
  func ending() -> Ending? {
    let deadline = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < deadline {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG | WUNTRACED) == process {
        while readSome(timeout: 0) {}
        let ending = Self.ending(of: status)
        if case .stopped = ending {} else { hasEnded = true }
        return ending
      }
      _ = readSome(timeout: 20)
    }
    return nil
  }

  private static func ending(of status: Int32) -> Ending {
    if status & 0xff == 0x7f { return .stopped((status >> 8) & 0xff) }
    if status & 0x7f == 0 { return .exited((status >> 8) & 0xff) }
    return .killed(status & 0x7f)
  }

  /// Whether the terminal's modes are as before the program.
  var areModesRestored: Bool {
    let now = Self.modes(main)
    let flagsAgree =
      now.c_iflag == modesBefore.c_iflag && now.c_oflag == modesBefore.c_oflag
      && now.c_cflag == modesBefore.c_cflag && now.c_lflag == modesBefore.c_lflag
    return flagsAgree
      && withUnsafeBytes(of: now.c_cc) { now in
        withUnsafeBytes(of: modesBefore.c_cc) { now.elementsEqual($0) }
      }
  }

  /// Whether a text was written since the last taking.
  func hasWritten(_ text: String) -> Bool { output.firstRange(of: Array(text.utf8)) != nil }
}
