import Foundation
import Glibc
import Synchronization

/// A program that a test runs: its errors line by line as they come, its output when it has ended.
///
/// Started by posix_spawn(3) with the three standard descriptors and no others. Its errors come
/// through a named pipe that it opens itself, so that no other test's program can have the end
/// that must close.
final class ProgramRun: Sendable {
  /// The program could not be started.
  struct Failure: Error {
    let program: String
    let number: Int32
  }

  /// Lines of the standard error.
  let errors: ProgramLines
  private let folder: URL
  private let child: ProgramChild
  private let statuses: AsyncStream<Int32>

  /// The server, built beside the tests.
  static var server: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "marfa-server").path
  }

  /// Whether the tests have a program.
  static func isThere(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program without any variable whose name begins with `MARFA_`.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  /// - Throws: `Failure` when it cannot be started.
  init(_ program: String, _ arguments: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipe = folder.appending(path: "errors").path
    guard mkfifo(pipe, 0o600) == 0 else { throw Failure(program: program, number: errno) }
    // Without waiting for the other end, which the program opens before posix_spawn returns.
    let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0, fcntl(end, F_SETFL, O_RDONLY) == 0 else {
      throw Failure(program: program, number: errno)
    }
    let child = ProgramChild(
      try Self.spawn(
        program, arguments, output: folder.appending(path: "output").path, errors: pipe))
    self.child = child
    errors = ProgramLines(end)
    let (statuses, continuation) = AsyncStream<Int32>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    self.statuses = statuses
    Thread.detachNewThread {
      continuation.yield(child.wait())
      continuation.finish()
    }
  }

  deinit {
    child.signal(SIGKILL)
    // What is left in the temporary folder harms nobody.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Asks the program to end (SIGTERM).
  func terminate() { child.signal(SIGTERM) }

  /// Waits for the end; to be called once.
  ///
  /// - Returns: The exit status, minus the signal that ended it, or nil when the test was cancelled.
  func exitStatus() async -> Int32? {
    for await status in statuses { return status }
    return nil
  }

  /// What it has written to its standard output so far.
  var output: String {
    get throws {
      String(decoding: try Data(contentsOf: folder.appending(path: "output")), as: UTF8.self)
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  /// - Returns: The status, the standard output and the standard error.
  /// - Throws: When it cannot be started.
  static func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32?, output: String, errors: String) {
    let run = try ProgramRun(program, arguments)
    let errors = await run.errors.rest()
    let status = await run.exitStatus()
    return (status, try run.output, errors)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], output: String, errors: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for descriptor in 3..<Int32(min(limit.rlim_cur, 1024)) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The threads of a test block signals, and something ignores SIGPIPE: programs inherit both.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &brokenPipe)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let variables =
      ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARFA_") }
      .map { strdup("\($0)=\($1)") } + [nil]
    defer { variables.forEach { free($0) } }
    var identifier: pid_t = 0
    let number = posix_spawn(&identifier, program, &actions, &attributes, words, variables)
    guard number == 0 else { throw Failure(program: program, number: number) }
    return identifier
  }
}

/// The process, which is signalled only while its number is its own.
private final class ProgramChild: Sendable {
  private let identifier: pid_t
  private let hasEnded = Mutex(false)

  init(_ identifier: pid_t) { self.identifier = identifier }

  func signal(_ number: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(identifier, number) }
    }
  }

  /// Blocks until the end; gives the exit status, or minus the signal.
  func wait() -> Int32 {
    var ended = siginfo_t()
    while waitid(P_PID, id_t(identifier), &ended, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return hasEnded.withLock { hasEnded in
      hasEnded = true
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      // The low seven bits are the signal that ended it, the next eight its own status.
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
  }
}
