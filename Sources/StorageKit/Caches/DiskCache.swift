import Foundation
import GRDB

/// A cache in a table of the database, bounded by the bytes of its encoded values.
///
/// ```swift
/// let reviews = DiskCache<[String]>(db: ctx.db, config: ctx.config)
/// let key = ctx.keys.queryKey("reviews", params: ["book": "1"])
/// try await reviews.set(["Good."], for: key, ttl: 3600)
/// let texts = try await reviews.get(key)  // nil after an hour
/// ```
///
/// Its table is made by ``AppMigrations/addKVCache(tableName:)``. Reading never writes: a read's
/// moment is remembered here and stored with the next write. A write makes room by removing
/// expired entries first, then the least recently used, never the entry being written. Expired
/// entries are also removed with the first write and with every 64th.
public actor DiskCache<Value: Codable & Sendable> {
  /// Cache keys are text.
  public typealias Key = String

  private let db: DatabaseActor
  private let config: StorageConfig
  nonisolated let rows: DiskCacheRows
  private var accesses: [String: Date] = [:]
  private var writesUntilPruning = 0

  /// Uses a table that a migration has made; nothing is read before the first use.
  ///
  /// - Parameters:
  ///   - db: The database that holds the table.
  ///   - config: Lifetime, quota, clock and coders.
  ///   - tableName: The table's name, as given to the migration.
  public init(db: DatabaseActor, config: StorageConfig, tableName: String = "kv_cache") {
    self.db = db
    self.config = config
    rows = DiskCacheRows(table: KVCacheTable(name: tableName))
  }

  /// The value of a key, or `nil` if absent or expired.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  /// - Throws: ``StorageError``; `.coding` when the stored bytes are of another shape.
  public func get(_ key: String) async throws(StorageError) -> Value? {
    try await entry(key)?.value
  }

  /// The value of a key with its age, or `nil` if absent or expired.
  ///
  /// - Parameter key: The key.
  /// - Returns: The entry.
  /// - Throws: ``StorageError``; `.coding` when the stored bytes are of another shape.
  public func entry(_ key: String) async throws(StorageError) -> CachedEntry<Value>? {
    try await entry(key, ifTableExists: false)
  }

  /// The value of a key with its age; also nil if the table is missing and that is no error.
  func entry(
    _ key: String, ifTableExists: Bool
  ) async throws(StorageError) -> CachedEntry<Value>? {
    let row = try await StorageError.wrapping("reading the disk cache") { [db, rows] in
      try await db.read { db -> DiskCacheRows.Row? in
        if ifTableExists, try !rows.table.exists(in: db) { return nil }
        return try rows.row(key, in: db)
      }
    }
    let now = config.clock.now
    guard let row, !Expiry.hasPassed(row.expiresAt, now: now) else { return nil }
    let value = try decode(row.blob)
    noteAccess(key, at: now)
    return CachedEntry(value: value, storedAt: row.updatedAt, expiresAt: row.expiresAt)
  }

  /// Stores a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key.
  ///   - ttl: Seconds to live; `nil` takes the default, zero or less never expires.
  /// - Throws: ``StorageError``; `.oversizedValue` when the value alone exceeds the quota. The
  ///   cache is then as it was.
  public func set(
    _ value: Value, for key: String, ttl: TimeInterval? = nil
  ) async throws(StorageError) {
    try await set(value, for: key, ttl: ttl) { _ in true }
  }

  /// Removes a key.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StorageError``.
  public func remove(_ key: String) async throws(StorageError) {
    accesses[key] = nil
    try await StorageError.wrapping("removing from the disk cache") { [db, rows] in
      try await db.write { try rows.remove(key, in: $0) }
    }
  }

  /// Removes every entry of the table, whatever its namespace.
  ///
  /// - Throws: ``StorageError``.
  public func removeAll() async throws(StorageError) {
    accesses = [:]
    try await StorageError.wrapping("emptying the disk cache") { [db, rows] in
      try await db.write { try rows.removeAll(in: $0) }
    }
  }

  /// Removes the entries that have expired.
  ///
  /// - Returns: How many were removed, or why none could be.
  @discardableResult
  public func pruneExpired() async -> Result<Int, StorageError> {
    let now = config.clock.now
    do throws(StorageError) {
      return .success(
        try await StorageError.wrapping("pruning the disk cache") { [db, rows] in
          try await db.write { try rows.removeExpired(now: now, in: $0) }
        })
    } catch {
      return .failure(error)
    }
  }

  /// The bytes of all encoded values, from the running total, in O(1).
  ///
  /// - Returns: The sum, expired entries included until they are removed.
  /// - Throws: ``StorageError``.
  public func totalBytes() async throws(StorageError) -> Int {
    try await StorageError.wrapping("reading the disk cache") { [db, rows] in
      try await db.read { try rows.totalBytes(in: $0) }
    }
  }
}

extension DiskCache {
  /// Stores a value if a condition still holds inside the transaction.
  func set(
    _ value: Value, for key: String, ttl: TimeInterval?,
    if condition: @escaping @Sendable (Database) throws -> Bool
  ) async throws(StorageError) {
    let change = try makeChange(value, for: key, ttl: ttl)
    try await StorageError.wrapping("writing the disk cache") { [db, rows] in
      try await db.write { db in
        if try condition(db) { try rows.apply(change, in: db) }
      }
    }
  }

  /// Encodes a value and takes along the accesses that wait to be stored.
  func makeChange(
    _ value: Value, for key: String, ttl: TimeInterval?
  ) throws(StorageError) -> DiskCacheRows.Change {
    let blob = try encode(value)
    guard blob.count <= config.diskQuotaBytes else {
      throw StorageError(
        .oversizedValue, while: "writing the disk cache",
        detail: "\(blob.count) bytes of at most \(config.diskQuotaBytes)")
    }
    let now = config.clock.now
    writesUntilPruning -= 1
    let isPruning = writesUntilPruning < 0
    if isPruning { writesUntilPruning = 63 }
    defer { accesses = [:] }
    return DiskCacheRows.Change(
      key: key, blob: blob, now: now,
      expiresAt: Expiry.moment(ttl: ttl, defaultTTL: config.defaultTTL, now: now),
      accesses: accesses, quota: config.diskQuotaBytes, prunesExpired: isPruning)
  }

  private func noteAccess(_ key: String, at now: Date) {
    // A cache that is only read keeps a bounded memory of what was read.
    if accesses.count >= 1024 { accesses = [:] }
    accesses[key] = now
  }

  private func encode(_ value: Value) throws(StorageError) -> Data {
    try StorageError.wrapping("encoding a cached value") { try config.makeEncoder().encode(value) }
  }

  private func decode(_ blob: Data) throws(StorageError) -> Value {
    try StorageError.wrapping("decoding a cached value") {
      try config.makeDecoder().decode(Value.self, from: blob)
    }
  }
}
