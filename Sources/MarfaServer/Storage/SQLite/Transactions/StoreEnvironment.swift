import GRDB
import MarfaModel
import Synchronization

/// What the store's work takes from outside: time, ids, and the caches of types and keys.
final class StoreEnvironment: Sendable {
  let ids: ItemIdGenerator
  let cache = CatalogueCache()
  let keys: KeyCache
  private let clock: any WallClock
  private let latest: Mutex<Timestamp>

  /// No transaction is before `latest`, the newest time in the store.
  init(keys: KeyCache, clock: any WallClock, ids: ItemIdGenerator, latest: Timestamp) {
    self.keys = keys
    self.clock = clock
    self.ids = ids
    self.latest = Mutex(latest)
  }

  /// The moment of a read.
  var now: Timestamp { clock.now }

  /// A transaction whose moment is not before that of any earlier one.
  func makeTransaction(_ db: Database) -> SQLiteTransaction {
    let now = latest.withLock { latest in
      latest = max(latest, clock.now)
      return latest
    }
    return SQLiteTransaction(db: db, ids: ids, now: now, cache: cache, keys: keys)
  }
}
