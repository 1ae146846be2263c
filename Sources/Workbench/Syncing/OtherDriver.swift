import Dispatch
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Another process that works with the server for the same notes, by what it reports in the lock's
/// file.
@MainActor package final class OtherDriver {
  private let file: URL
  private let queue: DispatchQueue
  private var watcher: DirectoryWatcher?

  /// Looks at nothing yet.
  ///
  /// - Parameters:
  ///   - lockPath: The lock's file.
  ///   - queue: Where its changes are noticed.
  package init(lockPath: String, queue: DispatchQueue) {
    (file, self.queue) = (URL(filePath: lockPath), queue)
  }

  /// How it stands with the server, as it said last; nil when there is none.
  func word() async -> ConnectionWord? { await Self.word(in: file.path) }

  @concurrent private static func word(in path: String) async -> ConnectionWord? {
    guard let (report, isDriven) = EngineReport.read(path), isDriven,
      let state = ConnectionState(rawValue: report.state)
    else { return nil }
    return ConnectionWord(
      state: state, obstacle: report.obstacle, isCaughtUp: report.isCaughtUp == true)
  }

  /// Notices what it reports from now on, or no longer.
  ///
  /// - Parameters:
  ///   - isWanted: Whether it is to be noticed.
  ///   - changed: Called after each report.
  func follow(_ isWanted: Bool, _ changed: @escaping @MainActor @Sendable () -> Void) {
    guard isWanted != (watcher != nil) else { return }
    guard isWanted else {
      watcher = nil
      return
    }
    // Where it cannot be watched, what it said when it was looked at last goes on to be shown.
    watcher = try? DirectoryWatcher(
      directory: file.deletingLastPathComponent().path, queue: queue
    ) { [name = file.lastPathComponent] names in
      guard names.isEmpty || names.contains(name) else { return }
      Task { @MainActor in changed() }
    }
  }
}
