import Foundation
import Glibc
import Synchronization

/// A process, which is signalled only while its number is its own.
final class ProgramChild: Sendable {
  private let identifier: pid_t
  private let hasEnded = Mutex(false)

  /// Starts a program that reads nothing and writes to the files of the given paths.
  ///
  /// - Throws: `ProgramRun.Failure` when it cannot be started.
  init(
    _ program: String, _ arguments: [String], output: String, errors: String,
    environment: [String: String]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    // closefrom is not seen from Swift; to close what is not open does no harm.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for descriptor in 3..<Int32(min(limit.rlim_cur, 65_536)) {
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
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { variables.forEach { free($0) } }
    var identifier: pid_t = 0
    let number = posix_spawn(&identifier, program, &actions, &attributes, words, variables)
    guard number == 0 else { throw ProgramRun.Failure(program: program, number: number) }
    self.identifier = identifier
  }

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
