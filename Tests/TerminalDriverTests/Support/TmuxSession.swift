import Foundation
import Glibc

/// A terminal with a shell in it, played by tmux on a server of its own.
final class TmuxSession {
  /// Whether tmux is installed.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

  private let socket: String

  /// Starts a shell without start files.
  ///
  /// - Parameters:
  ///   - name: A name that no other test uses.
  ///   - columns: The width.
  ///   - rows: The height.
  /// - Throws: When tmux cannot be started.
  init(name: String, columns: Int, rows: Int) throws {
    socket = "marfa-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    try run([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env PS1='shell> ' bash --norc --noprofile -i",
    ])
  }

  deinit {
    // A server that is gone already is what is wanted.
    _ = try? run(["kill-server"])
  }

  /// Types keys by tmux's names.
  func type(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Gives the window another size.
  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The rows on the screen, without spaces at their ends.
  func screen() throws -> [String] {
    try run(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Looks at the screen until a row contains a text; false when it does not come.
  func waitFor(_ text: String) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < deadline {
      if try screen().contains(where: { $0.contains(text) }) { return true }
    }
    return false
  }

  /// Runs tmux and returns what it wrote.
  ///
  /// Not by Foundation's `Process`: it waits for a descriptor that the server inherits and keeps.
  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let startsServer = arguments.contains("new-session")
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = try spawn(
      ["tmux", "-L", socket] + arguments, output: startsServer ? nil : ends[1])
    close(ends[1])
    let text = Self.readAll(ends[0])
    close(ends[0])
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return text
  }

  private func spawn(_ words: [String], output: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test block signals, which the server would inherit.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let list = words.map { strdup($0) } + [nil]
    let variables = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent"]
    let environment = variables.map { strdup($0) } + [nil]
    defer { (list + environment).forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/usr/bin/tmux", &actions, &attributes, list, environment) == 0
    else { throw POSIXError(.ENOENT) }
    return process
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
