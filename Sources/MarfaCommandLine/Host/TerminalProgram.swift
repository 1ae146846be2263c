import Foundation
import Glibc
import NoteFiles

/// A program that shares the terminal with a command: an editor, a pager.
///
/// It belongs to the command's own process group. In a group of its own, as `Process` starts
/// programs, it would be in the background and be stopped as soon as it set the terminal's modes
/// (SIGTTOU).
package struct TerminalProgram: Sendable {
  private let identifier: pid_t
  /// `F_SETSIG`, which the C library's module does not have.
  private static let setsSignal: Int32 = 10

  /// Starts a program, with every signal at its default action.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: What it gets, without its own name.
  ///   - environment: Its variables.
  ///   - input: The descriptor of its standard input; this process's when nil.
  ///   - output: The descriptor of its standard output; this process's when nil.
  ///   - errors: The descriptor of its standard error; this process's when nil.
  /// - Throws: `POSIXError` when it cannot be started.
  package init(
    path: String, arguments: [String], environment: [String: String], input: Int32? = nil,
    output: Int32? = nil, errors: Int32? = nil
  ) throws {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    let list = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in list + variables { free(text) } }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, path, &actions, &attributes, list, variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    self.identifier = identifier
  }

  /// Sends it a signal; only until its end was waited for.
  package func send(_ signal: Int32) { kill(identifier, signal) }

  /// Lets the kernel send it a signal when the other end of a pipe is closed, as by the end of the
  /// process that has that one, however it ends; see `F_SETSIG` in fcntl(2).
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - pipe: The reading end, which the program has inherited.
  package func send(_ signal: Int32, whenClosed pipe: Int32) {
    _ = fcntl(pipe, Self.setsSignal, signal)
    _ = fcntl(pipe, F_SETOWN, identifier)
    _ = fcntl(pipe, F_SETFL, O_ASYNC)
  }

  /// Waits for its end, on a thread of its own; call it once.
  package func end() async -> EditSession.EditorExit {
    await withCheckedContinuation { continuation in
      let identifier = identifier
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(
          returning: signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal))
      }
    }
  }
}
