import MarfaSDK

/// Keeps an import and the undo of an import apart, in one process and between processes.
///
/// The undo would otherwise miss what the running import is about to create. The system releases
/// the lock when a process ends, however it ends; see flock(2).
package final class ImportLock: Sendable {
  /// What is about to run.
  package enum Work: Hashable, Sendable {
    /// An import; several may run at once.
    case importing
    /// Taking an import back, which is alone.
    case undoing

    fileprivate var sharing: FileLock.Sharing { self == .importing ? .shared : .exclusive }
    fileprivate var refusal: String {
      switch self {
      case .importing:
        "An import is being undone; try again when it has finished. "
          + "Nothing was imported."
      case .undoing:
        "An import is running; stop it or wait for it. Nothing was undone."
      }
    }
  }

  private let lock: FileLock

  /// Takes the lock and does not wait for it.
  ///
  /// - Parameters:
  ///   - path: The lock's file, which is made when there is none.
  ///   - work: What is about to run.
  /// - Throws: `CommandFailure` when something runs that may not run at the same time.
  package init(path: String, for work: Work) throws {
    let taken: FileLock?
    do {
      taken = try FileLock.take(path, work.sharing)
    } catch {
      throw CommandFailure(.failure, "\(path): \(error.detail).")
    }
    guard let taken else { throw CommandFailure(.failure, work.refusal) }
    lock = taken
  }
}
