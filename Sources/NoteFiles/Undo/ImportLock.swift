import Glibc

/// Keeps imports and taking an import back apart, in one process and between processes.
///
/// What is taken back would otherwise miss what the running import is about to make. The system gives
/// the lock up when a process ends, however it ends; see flock(2).
package final class ImportLock: Sendable {
  /// What is about to run.
  package enum Work: Hashable, Sendable {
    /// An import, which others may run beside.
    case importing
    /// Taking an import back, which is alone.
    case undoing

    fileprivate var operation: Int32 { self == .importing ? LOCK_SH : LOCK_EX }
    fileprivate var refusal: String {
      switch self {
      case .importing:
        "An import into these notes is being taken back; try again when that has ended. "
          + "Nothing was imported."
      case .undoing:
        "An import into these notes is running; end it or wait for it. Nothing was taken back."
      }
    }
  }

  private let descriptor: Int32

  /// Takes the lock and does not wait for it.
  ///
  /// - Parameters:
  ///   - path: The lock's file, which is made when there is none.
  ///   - work: What is about to run.
  /// - Throws: `CommandFailure` when something runs that may not run beside it.
  package init(path: String, for work: Work) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    guard flock(descriptor, work.operation | LOCK_NB) == 0 else {
      let number = errno
      throw CommandFailure(
        .failure,
        number == EWOULDBLOCK ? work.refusal : "\(path): \(SystemError.sentence(number)).")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
