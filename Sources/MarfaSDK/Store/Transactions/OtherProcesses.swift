import GRDB
import StorageKit
import Synchronization

/// Notices the commits of other processes on a store's file and reports them to every change feed
/// of the store, for as long as it is kept.
struct OtherProcesses: Sendable {
  private let watching: Watching

  /// Starts to watch, or joins those who watch the open file already.
  init(of store: LocalStore) {
    watching = store.sharedWatcher.watching(store.database)
  }

  /// Why they are not noticed; nil when they are, or for a store in memory, which nobody else has.
  var error: (any Error)? { watching.error }

  /// Tells watchers apart.
  var identity: ObjectIdentifier { ObjectIdentifier(watching) }
}

/// The one watcher of an open file, which is there while somebody follows the store.
final class SharedWatcher: Sendable {
  private struct Weak {
    weak var value: Watching?
  }

  private let current = Mutex(Weak())

  fileprivate var isAtWork: Bool { current.withLock { $0.value != nil } }

  fileprivate func watching(_ database: any DatabaseWriter) -> Watching {
    current.withLock { current in
      if let value = current.value { return value }
      let value = Watching(database)
      current.value = value
      return value
    }
  }
}

private final class Watching: Sendable {
  let error: (any Error)?
  private let watcher: ExternalChangeWatcher?

  init(_ database: any DatabaseWriter) {
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

extension LocalStore {
  /// Whether somebody follows other processes' commits now.
  package nonisolated var isWatchingOtherProcesses: Bool { sharedWatcher.isAtWork }
}
