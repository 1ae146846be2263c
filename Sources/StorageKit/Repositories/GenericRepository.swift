import Foundation
import GRDB

/// Stores entities of one type in one table, read and written through two caches.
///
/// A write changes the row and the disk cache in one transaction and memory after its commit; a
/// failed write changes nothing. The caches follow the table: a change by raw SQL, by another
/// repository or by a watched process makes what they hold invalid.
///
/// ```swift
/// let users = ctx.makeRepository(User.self, record: UserRecord.self)
/// try await users.put(user)
/// let same = try await users.get(id: user.id, policy: .localFirst(ttl: 300))
/// ```
public struct GenericRepository<E: StorageKitEntity, R: StorageKitEntityRecord>: Sendable
where R.E == E {
  let db: DatabaseActor
  let config: StorageConfig
  let cache: EntityCache<E>
  private let revalidations: Revalidations

  /// Begins to listen to the record's table, with caches of its own.
  ///
  /// - Parameters:
  ///   - db: The database that holds the record's table, and the cache's if entities are to be
  ///     cached on disk.
  ///   - keys: Builds the cache keys.
  ///   - config: Lifetimes, quota, clock and coders.
  ///   - memoryCapacity: The most entities kept in memory, at least 1.
  public init(
    db: DatabaseActor, keys: KeyBuilder, config: StorageConfig, memoryCapacity: Int = 1000
  ) {
    self.db = db
    self.config = config
    cache = EntityCache(
      table: R.databaseTableName, db: db, keys: keys, config: config, capacity: memoryCapacity)
    revalidations = Revalidations()
  }

  /// Finds an entity.
  ///
  /// - Parameters:
  ///   - id: The entity's identifier.
  ///   - policy: Where to look, and how old a cached entity may be.
  /// - Returns: The entity, or `nil` if it was not found where the policy looks.
  /// - Throws: ``StorageError``.
  public func get(
    id: String, policy: ReadPolicy = .localFirst(ttl: nil)
  ) async throws(StorageError) -> E? {
    switch policy {
    case .memoryOnly:
      return try await cached(id, within: config.defaultTTL)
    case .localFirst(let ttl):
      if let entity = try await cached(id, within: ttl ?? config.defaultTTL) { return entity }
      return try await load(id)
    case .databaseOnly:
      return try await load(id)
    case .staleWhileRevalidate(let maxAge):
      guard let entry = try await cache.entry(id) else { return try await load(id) }
      if entry.isOlder(than: maxAge, now: config.clock.now) {
        await revalidations.start(id) { _ = try await load(id) }
      }
      return entry.value
    }
  }

  /// Stores an entity: inserts or updates its row, then the caches.
  ///
  /// - Parameter entity: The entity.
  /// - Throws: ``StorageError``; nothing is changed then, in the database or the caches.
  public func put(_ entity: E) async throws(StorageError) {
    try await putAll([entity])
  }

  /// Stores entities in one transaction.
  ///
  /// - Parameter entities: The entities; may be empty.
  /// - Throws: ``StorageError``; nothing is changed then, in the database or the caches.
  public func putAll(_ entities: [E]) async throws(StorageError) {
    guard !entities.isEmpty else { return }
    let now = config.clock.now
    var changes: [DiskChange] = []
    for entity in entities { changes.append(try await cache.diskChange(for: entity)) }
    let written = try await write(rows: entities.count) { [changes, rows = cache.disk.rows] db in
      for entity in entities { try R.from(entity, now: now).save(db) }
      for change in changes { try change.apply(to: rows, in: db) }
    }
    await cache.hold(entities, writtenAt: written.token)
  }

  /// Deletes an entity.
  ///
  /// - Parameter id: The entity's identifier.
  /// - Returns: Whether there was one.
  /// - Throws: ``StorageError``; nothing is changed then.
  @discardableResult
  public func delete(id: String) async throws(StorageError) -> Bool {
    let written = try await write(rows: 1) { [cache] db in
      try cache.removeFromDisk(id, in: db)
      return try R.deleteOne(db, key: id)
    }
    await cache.forgetInMemory(id)
    return written.value
  }

  /// Deletes every entity.
  ///
  /// - Throws: ``StorageError``; nothing is changed then.
  public func deleteAll() async throws(StorageError) {
    // Announced as somebody else's change, which is what empties the caches.
    try await StorageError.wrapping("deleting all of \(R.databaseTableName)") { [db] in
      _ = try await db.write { try R.deleteAll($0) }
    }
  }

  private func cached(
    _ id: String, within age: TimeInterval
  ) async throws(StorageError) -> E? {
    guard let entry = try await cache.entry(id) else { return nil }
    let isTooOld = age > 0 && entry.isOlder(than: age, now: config.clock.now)
    return isTooOld ? nil : entry.value
  }

  private func load(_ id: String) async throws(StorageError) -> E? {
    let token = cache.freshness.token
    let entity = try await StorageError.wrapping("reading \(R.databaseTableName)") { [db] in
      try await db.read { try R.fetchOne($0, key: id)?.asEntity() }
    }
    if let entity {
      await cache.fill(entity, readAt: token)
    } else {
      await cache.forget(id)
    }
    return entity
  }

  private func write<T: Sendable>(
    rows: Int, _ change: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> (value: T, token: TableFreshness.Token) {
    try await StorageError.wrapping("writing \(R.databaseTableName)") {
      [db, freshness = cache.freshness] in
      try await db.pool.writeWithoutTransaction { db in
        try freshness.performOwnWrite(rows: rows, in: db, change)
      }
    }
  }
}

extension GenericRepository {
  /// Waits until no background read of `.staleWhileRevalidate` is under way.
  public func waitForRevalidations() async {
    await revalidations.waitUntilIdle()
  }
}
