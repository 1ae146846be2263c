import GRDB
import StorageKit
import Synchronization

/// Notices the commits of other processes on a store's file and reports them to every change feed of
/// the store, for as long as it is kept.
final class OtherProcesses: Sendable {
  /// Why they are not noticed; nil when they are, or for a store in memory, which nobody else has.
  let error: (any Error)?
  private let watcher: ExternalChangeWatcher?

  fileprivate init(of database: any DatabaseWriter) {
    guard let pool = database as? DatabasePool else {
      (watcher, error) = (nil, nil)
      return
    }
    do {
      (watcher, error) = (try ExternalChangeWatcher(pool: pool), nil)
    } catch let failure {
      (watcher, error) = (nil, failure)
    }
  }
}

/// The one watcher of an open file, which all that follow the store share.
final class SharedWatcher: Sendable {
  private struct Weak {
    weak var value: OtherProcesses?
  }

  private let current = Mutex(Weak())

  fileprivate var isAtWork: Bool { current.withLock { $0.value != nil } }

  fileprivate func watcher(of database: any DatabaseWriter) -> OtherProcesses {
    current.withLock { current in
      if let value = current.value { return value }
      let value = OtherProcesses(of: database)
      current.value = value
      return value
    }
  }
}

extension LocalStore {
  /// Watches for the commits of other processes while somebody keeps the result.
  ///
  /// - Returns: The watcher that is at work already, or else a new one.
  nonisolated func watchOtherProcesses() -> OtherProcesses {
    sharedWatcher.watcher(of: database)
  }

  /// Whether somebody follows other processes' commits now.
  package nonisolated var isWatchingOtherProcesses: Bool { sharedWatcher.isAtWork }
}
