import Foundation
import GRDB

/// The statements of a disk cache, each to be run inside a transaction of its owner.
struct DiskCacheRows: Sendable {
  /// What a reader gets.
  struct Row: Sendable {
    let blob: Data
    let updatedAt: Date
    let expiresAt: Date?
  }

  /// One write, complete with the accesses seen since the last one.
  struct Change: Sendable {
    let key: String
    let blob: Data
    let now: Date
    let expiresAt: Date?
    let accesses: [String: Date]
    let quota: Int
    let prunesExpired: Bool
  }

  let table: KVCacheTable

  func row(_ key: String, in db: Database) throws -> Row? {
    let sql = "SELECT blob, updatedAt, expiresAt FROM \(table.name) WHERE key = ?"
    return try GRDB.Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]).map { row in
      Row(
        blob: row[0], updatedAt: Date(timeIntervalSince1970: row[1]),
        expiresAt: (row[2] as Double?).map(Date.init(timeIntervalSince1970:)))
    }
  }

  func apply(_ change: Change, in db: Database) throws {
    try store(change.accesses, in: db)
    if change.prunesExpired { _ = try removeExpired(now: change.now, in: db) }
    let now = change.now.timeIntervalSince1970
    try db.cachedStatement(
      sql: """
        INSERT INTO \(table.name) (key, blob, updatedAt, expiresAt, lastAccess, size)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET blob = excluded.blob, updatedAt = excluded.updatedAt,
          expiresAt = excluded.expiresAt, lastAccess = excluded.lastAccess,
          size = excluded.size
        """
    ).execute(arguments: [
      change.key, change.blob, now, change.expiresAt?.timeIntervalSince1970, now,
      change.blob.count,
    ])
    try makeRoom(for: change, in: db)
  }

  func remove(_ key: String, in db: Database) throws {
    try db.execute(sql: "DELETE FROM \(table.name) WHERE key = ?", arguments: [key])
  }

  func removeAll(in db: Database) throws {
    try db.execute(sql: "DELETE FROM \(table.name)")
  }

  /// Removes the keys that begin with a prefix, by a range of the primary key.
  func removeAll(withPrefix prefix: String, in db: Database) throws {
    // Keys are ASCII, so that a byte above all of them ends the range.
    try db.execute(
      sql: "DELETE FROM \(table.name) WHERE key >= ? AND key < ?",
      arguments: [prefix, prefix + "\u{7F}"])
  }

  func removeExpired(now: Date, in db: Database) throws -> Int {
    try db.execute(
      sql: "DELETE FROM \(table.name) WHERE expiresAt <= ?",
      arguments: [now.timeIntervalSince1970])
    return db.changesCount
  }

  func totalBytes(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT total FROM \(table.sizeTable)") ?? 0
  }

  private func store(_ accesses: [String: Date], in db: Database) throws {
    guard !accesses.isEmpty else { return }
    let statement = try db.cachedStatement(
      sql: "UPDATE \(table.name) SET lastAccess = ?1 WHERE key = ?2 AND lastAccess < ?1")
    for (key, moment) in accesses.sorted(by: { $0.key < $1.key }) {
      try statement.execute(arguments: [moment.timeIntervalSince1970, key])
    }
  }

  /// Removes entries until the total fits: expired ones first, then the least recently used,
  /// never the one just written.
  private func makeRoom(for change: Change, in db: Database) throws {
    guard try totalBytes(in: db) > change.quota else { return }
    _ = try removeExpired(now: change.now, in: db)
    var excess = try totalBytes(in: db) - change.quota
    guard excess > 0 else { return }
    let sql = "SELECT key, size FROM \(table.name) WHERE key <> ? ORDER BY lastAccess, key"
    var victims: [String] = []
    let rows = try GRDB.Row.fetchCursor(db, sql: sql, arguments: [change.key])
    while excess > 0, let row = try rows.next() {
      victims.append(row[0])
      excess -= row[1] as Int
    }
    for victim in victims { try remove(victim, in: db) }
  }
}
