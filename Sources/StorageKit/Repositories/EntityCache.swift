import Foundation
import GRDB
import Logging

/// The two caches of a repository, memory over disk, that never outlive a change of the table.
///
/// In a database without the table of the disk cache there is memory only.
struct EntityCache<E: StorageKitEntity>: Sendable {
  /// An entity in memory, valid while the table's generation is the one it was read in.
  struct InMemory: Sendable {
    let entry: CachedEntry<E>
    let generation: Int
  }

  let memory: MemoryCache<String, InMemory>
  let disk: DiskCache<E>
  let keys: KeyBuilder
  let config: StorageConfig
  let freshness: TableFreshness

  /// Starts to listen to the table.
  init(
    table: String, db: DatabaseActor, keys: KeyBuilder, config: StorageConfig, capacity: Int
  ) {
    memory = MemoryCache(capacity: capacity, defaultTTL: 0, clock: config.clock)
    disk = DiskCache(db: db, config: config)
    self.keys = keys
    self.config = config
    let rows = disk.rows
    let prefix = keys.entityPrefix(E.self)
    freshness = TableFreshness(table: table) { db in
      do {
        guard try rows.table.exists(in: db) else { return }
        try rows.removeAll(withPrefix: prefix, in: db)
      } catch {
        Self.report(error, "Stale entries could not be removed from the disk cache")
      }
    }
    db.pool.add(transactionObserver: freshness, extent: .observerLifetime)
  }

  /// The cached entity of whatever age, memory first.
  func entry(_ id: String) async throws(StorageError) -> CachedEntry<E>? {
    let key = key(id)
    let token = freshness.token
    if let held = await memory.get(key), held.generation == token.generation {
      return held.entry
    }
    guard let entry = try await disk.entry(key, ifTableExists: true) else { return nil }
    await hold(entry, for: key, since: token)
    return entry
  }

  /// Fills both caches with what was read at a moment, unless the table has changed since.
  func fill(_ entity: E, readAt token: TableFreshness.Token) async {
    let key = key(entity.id)
    let now = config.clock.now
    let entry = CachedEntry(value: entity, storedAt: now, expiresAt: nil)
    await hold(entry, for: key, since: token)
    do {
      let (freshness, table) = (freshness, disk.rows.table)
      try await disk.set(entity, for: key, ttl: 0) { db in
        try freshness.token == token && table.exists(in: db)
      }
    } catch  where error.code == .oversizedValue || error.code == .cancelled {
      // Memory holds it; nothing is wrong with the read.
    } catch {
      Self.report(error, "An entity could not be stored in the disk cache")
    }
  }

  /// Forgets an entity in memory.
  func forgetInMemory(_ id: String) async {
    await memory.remove(key(id))
  }

  /// Forgets an entity that the database turned out not to have.
  func forget(_ id: String) async {
    await forgetInMemory(id)
    do {
      guard try await disk.entry(key(id), ifTableExists: true) != nil else { return }
      try await disk.remove(key(id))
    } catch {
      Self.report(error, "An entity could not be removed from the disk cache")
    }
  }

  /// Keeps entities in memory, if nothing has been written since they were.
  func hold(_ entities: [E], writtenAt token: TableFreshness.Token) async {
    let now = config.clock.now
    for entity in entities {
      let entry = CachedEntry(value: entity, storedAt: now, expiresAt: nil)
      await hold(entry, for: key(entity.id), since: token)
    }
  }

  /// The change of the disk cache that goes into the transaction of a write, or the removal of
  /// what it held when the entity is too large for it.
  func diskChange(for entity: E) async throws(StorageError) -> DiskChange {
    let key = key(entity.id)
    do {
      return .store(try await disk.makeChange(entity, for: key, ttl: 0))
    } catch  where error.code == .oversizedValue {
      return .remove(key)
    }
  }

  /// Removes an entity from the disk cache, in the transaction that deletes it.
  func removeFromDisk(_ id: String, in db: Database) throws {
    try DiskChange.remove(key(id)).apply(to: disk.rows, in: db)
  }

  private func hold(
    _ entry: CachedEntry<E>, for key: String, since token: TableFreshness.Token
  ) async {
    let held = InMemory(entry: entry, generation: token.generation)
    let freshness = freshness
    await memory.set(held, for: key, ttl: 0) { freshness.token == token }
  }

  private func key(_ id: String) -> String { keys.entityKey(E.self, id: id) }

  private static func report(_ error: any Error, _ message: Logger.Message) {
    Logger(label: "StorageKit").warning(message, metadata: ["error": "\(error)"])
  }
}

/// What a write does to the disk cache.
enum DiskChange: Sendable {
  case store(DiskCacheRows.Change)
  case remove(String)

  /// Makes the change, if there is a disk cache to change.
  func apply(to rows: DiskCacheRows, in db: Database) throws {
    guard try rows.table.exists(in: db) else { return }
    switch self {
    case .store(let change): try rows.apply(change, in: db)
    case .remove(let key): try rows.remove(key, in: db)
    }
  }
}
