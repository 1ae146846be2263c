import Foundation
import GRDB
import StorageKit

extension LocalStore {
  /// Purges the items that have been in the trash for longer than the retention.
  ///
  /// Notes in a trashed notebook that are not in the trash themselves stay, in no notebook. A store
  /// that has a server leaves this to the server.
  ///
  /// - Returns: The number of purged items.
  /// - Throws: `StorageError`.
  @discardableResult
  public func purgeExpiredTrash() async throws -> Int {
    let horizon = Lifecycle.purgeHorizon(
      now: environment.clock.now, retentionDays: environment.trashRetentionDays)
    let sql = "SELECT key FROM item WHERE state = 2 AND updated_at <= ?"
    // Mostly there are none, and then a start writes nothing.
    let due = try await read { db in
      try Int64.fetchOne(db, sql: sql + " LIMIT 1", arguments: [horizon.milliseconds]) != nil
    }
    guard due else { return 0 }
    return try await write(as: .derived) { writer in
      if try writer.isConnected { return 0 }
      let keys = try Int64.fetchAll(writer.db, sql: sql, arguments: [horizon.milliseconds])
      for key in keys {
        if let record = try writer.record(key: key) { try writer.purge(record) }
      }
      return keys.count
    }
  }

  /// The ids of a list under which there is no item, in its order.
  ///
  /// - Throws: `StorageError`.
  package func missingItems(of ids: [String]) async throws -> [String] {
    guard !ids.isEmpty else { return [] }
    let list = JSONValue.array(ids.map { .string($0) })
    return try await read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT value FROM json_each(?) AS given
          WHERE NOT EXISTS (SELECT 1 FROM item WHERE id = given.value) ORDER BY given.key
          """, arguments: [String(decoding: JSONWriter.bytes(of: list), as: UTF8.self)])
    }
  }

  /// Counts items by state.
  ///
  /// - Returns: Counts of active, archived and trashed items; 0 where there are none.
  /// - Throws: `StorageError`.
  public func countsByState() async throws -> [ItemState: Int] {
    try await read { db in
      var counts: [ItemState: Int] = [.active: 0, .archived: 0, .trashed: 0]
      let rows = try Row.fetchAll(db, sql: "SELECT state, COUNT(*) FROM item GROUP BY state")
      for row in rows { counts[ItemState(code: row[0])] = row[1] }
      return counts
    }
  }

  /// Reads figures about the file, for a health check.
  ///
  /// - Returns: The figures.
  /// - Throws: `StorageError`.
  public func statistics() async throws -> StoreStatistics {
    try await read { db in
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
      }
      func pragma(_ name: String) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0
      }
      return StoreStatistics(
        itemCount: try count("item"), edgeCount: try count("edge"),
        tagCount: try count("tag WHERE count > 0"),
        versionCount: try count("version"), queuedCount: try count("mutation"),
        refusedCount: try count("refused"),
        byteCount: try pragma("page_count") * pragma("page_size"),
        freeByteCount: try pragma("freelist_count") * pragma("page_size"),
        sqliteVersion: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
        appliedSteps: try String.fetchAll(
          db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid"))
    }
  }

  /// Checks the file's structure and what the store promises of it, without changing anything.
  ///
  /// Reads the whole file.
  ///
  /// - Returns: The problems found; empty for an intact file.
  /// - Throws: `StorageError`; `.corrupt` when the file is too damaged to be checked.
  public func quickCheck() async throws -> [String] {
    // On two connections at once; of a damaged file the recount says nothing more.
    async let audited = read { try StoreAudit(db: $0).findings() }
    let findings = try await storage.quickCheck()
    if !findings.isEmpty { return findings }
    return try await audited
  }

  /// Checks the word index against the items.
  ///
  /// Reads all text and needs the right to write: the index first catches up with the last saves.
  ///
  /// - Returns: The problems found; empty if they agree.
  /// - Throws: `StorageError`.
  public func verifySearchIndex() async throws -> [String] {
    try await write(as: .derived) { writer in
      try writer.indexStaleWords()
      do {
        // A rank of 1 compares the index with the table that it is of, see
        // <https://www.sqlite.org/fts5.html#the_integrity_check_command>.
        try writer.db.execute(
          sql: "INSERT INTO item_fts(item_fts, rank) VALUES ('integrity-check', 1)")
        return []
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return ["the search index does not agree with the notes"]
      }
    }
  }

  /// Bounds the size of the file, beyond which every change fails as on a full disk.
  ///
  /// Lasts until the store is closed; a file that is larger already does not grow.
  ///
  /// - Parameter count: How many pages of 4 KiB the file may have.
  /// - Throws: `StorageError`.
  package func limitSize(pageCount count: Int) async throws {
    try await storage.pool.writeWithoutTransaction { db in
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count)")
    }
  }

  /// The size of the store's file in bytes, including its log.
  ///
  /// - Returns: The size, which is also that of a backup.
  /// - Throws: `StorageError`.
  package func byteCount() async throws -> Int {
    try await read { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return try pages * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
  }

  /// Copies the store to a file while it is in use, as one consistent state.
  ///
  /// Only its owner may read the copy.
  ///
  /// - Parameter path: The file, which is replaced when the copy is complete.
  /// - Throws: `StorageError`; the file is then as it was.
  public func backup(to path: String) async throws {
    try await storage.backup(to: URL(filePath: path))
    do {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      throw StorageError(
        .inputOutput, while: "protecting the backup", detail: StorageError.cause(of: error))
    }
  }

  /// Moves the log into the file and closes it: nothing of this store can be used afterwards.
  ///
  /// - Returns: Whether nobody else has the file open.
  /// - Throws: `StorageError`; `.busy` while something is still read or written.
  package func close() async throws -> Bool { try await storage.close() }

  /// Does postponed work: updates both search indexes, removes blobs that nothing needs any more
  /// and moves the log into the file.
  ///
  /// For idle moments and after an import; searches are complete without it, only slower. The
  /// planner is given no statistics: those of a store with one note would stay while thousands are
  /// imported, and make each search walk over all of them.
  ///
  /// - Throws: `StorageError`.
  public func performIdleWork() async throws {
    // In slices, so that saves run in between.
    while try await write(as: .derived, { try $0.indexSliceOfStaleWords() }) {
      try Task.checkCancellation()
    }
    while try await write(as: .derived, { try $0.indexStalePieces(limit: 200) }) > 0 {
      try Task.checkCancellation()
    }
    while try await write(as: .derived, { try $0.mergeWordIndex(pages: 500) }) {
      try Task.checkCancellation()
    }
    try await removeUnusedBlobs()
    try await storage.checkpoint()
  }

  /// Builds both search indexes and all counts again from the items.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  public func rebuildDerivedData() async throws {
    try await write(as: .derived) { writer in try writer.rebuildDerivedData() }
  }
}

/// Figures about a store's file.
public struct StoreStatistics: Hashable, Sendable {
  /// The number of items, in any state.
  public var itemCount: Int
  /// The number of edges.
  public var edgeCount: Int
  /// The number of tags, including unused ones.
  public var tagCount: Int
  /// The number of earlier versions.
  public var versionCount: Int
  /// The number of changes that wait for a server.
  public var queuedCount: Int
  /// The number of changes that a server refused.
  public var refusedCount: Int
  /// The size of the file in bytes, without its log.
  public var byteCount: Int
  /// The number of these bytes that are unused.
  public var freeByteCount: Int
  /// The version of SQLite in use.
  public var sqliteVersion: String
  /// The schema's steps that the file has, in order.
  public var appliedSteps: [String]
}
