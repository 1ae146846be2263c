import GRDB
import StorageKit

/// Notices the commits of other processes on a store's file, of which every change feed is then
/// told, for as long as it is kept.
struct OtherProcesses: Sendable {
  /// Why they are not noticed; nil when they are, or for a store in memory, which nobody else has.
  let error: (any Error)?
  private let watcher: ExternalChangeWatcher?

  /// Starts to watch.
  init(of store: LocalStore) {
    guard let pool = store.database as? DatabasePool else {
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
