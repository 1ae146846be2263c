import Foundation
import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Copies the store, as of one moment, into a new file; the store goes on meanwhile.
  public func backup(to path: String) async throws {
    try await read { try StoreCopy.make(of: $0, at: path) }
  }

  /// What is wrong with the store; empty when it is whole.
  public func check() async throws -> [String] {
    var problems = try await read { try StoreAudit(db: $0).problems() }
    let isDurable = try await pool.writeWithoutTransaction { try ServerSchema.isDurable($0) }
    if !isDurable { problems.append("commits are answered before they are on the disk") }
    return problems
  }

  /// Whether the store can be read and written.
  public func checkReadiness() async throws {
    _ = try await eventBounds()
    guard commits.isFailing || isDiskNearlyFull else { return }
    try await commits.perform { transaction in
      try transaction.db.setSpaceValue("readiness_check", String(transaction.now.milliseconds))
    }
  }

  /// Whether the next writes may find no room; a file system that says nothing has some.
  private var isDiskNearlyFull: Bool {
    var disk = statvfs()
    guard statvfs(pool.path, &disk) == 0 else { return false }
    return disk.f_bavail * disk.f_frsize < Self.leastRoom
  }

  private static var leastRoom: UInt { 4 << 20 }

  /// How large things are, for metrics.
  public func statistics() async throws -> StoreStatistics {
    let counts = try await read { db in
      (
        items: try db.value("SELECT SUM(count) FROM type_count", as: Int.self) ?? 0,
        events: try db.value(
          "SELECT (SELECT MAX(id) FROM event) - (SELECT MIN(id) FROM event) + 1", as: Int.self)
          ?? 0
      )
    }
    let done = commits.counts
    return StoreStatistics(
      items: counts.items, events: counts.events, writes: done.writes, commits: done.commits)
  }

  /// Ends after every write that was begun; later calls fail with `StoreFailure.unavailable`.
  ///
  /// The directory is free for the next server when it returns.
  public func close() async throws {
    await commits.close()
    lookups.close()
    checkpoints.close()
    do {
      try pool.close()
      try words.close()
      lock?.release()
    } catch {
      throw StoreFailure.map(error)
    }
  }
}

/// Looks for rows that contradict each other.
private struct StoreAudit {
  let db: Database

  func problems() throws -> [String] {
    var problems = try db.values("PRAGMA main.quick_check", as: String.self)
      .filter { $0 != "ok" }
    let broken = try db.rows("PRAGMA foreign_key_check").count
    if broken > 0 { problems.append("\(broken) rows refer to rows that are not there") }
    problems += try answers(to: Self.questions)
    do {
      if try db.values("PRAGMA words.quick_check", as: String.self) == ["ok"] {
        return try problems + answers(to: Self.questionsOfWords)
      }
    } catch let error as DatabaseError where error.isOfDamage {
      // Reported below.
    }
    return problems + [
      "the index of words is damaged: remove marfa-server-words.sqlite while no server runs, "
        + "and the next one rebuilds it"
    ]
  }

  private func answers(to questions: [(sql: String, problem: String)]) throws -> [String] {
    try questions.compactMap { sql, problem in
      let count = try db.value(sql, as: Int.self) ?? 0
      return count > 0 ? "\(count) \(problem)" : nil
    }
  }

  /// Whether the index belongs to this store and lacks only items that are noted one by one.
  ///
  /// A server rebuilds any other index when it opens the store.
  private static let ownWords = """
    (SELECT epoch FROM about) = (SELECT value FROM space WHERE name = 'log_epoch')
      AND NOT EXISTS (SELECT 1 FROM space WHERE name = 'changed_types' AND value <> '')
    """

  private static let questions: [(sql: String, problem: String)] = [
    (
      """
      SELECT COUNT(*) FROM (
        SELECT type, state, COUNT(*) AS count FROM item GROUP BY type, state
        EXCEPT SELECT type, state, count FROM type_count)
      """, "counts of types are wrong"
    ),
    (
      """
      SELECT COUNT(*) FROM (
        SELECT tag, type, COUNT(*) AS count FROM item_tag JOIN item ON item.key = item_tag.item
          WHERE state <> 2 GROUP BY tag, type
        EXCEPT SELECT tag, type, count FROM tag_count)
      """, "counts of tags are wrong"
    ),
    (
      "SELECT COUNT(*) FROM item_tag WHERE item NOT IN (SELECT key FROM item)",
      "tags belong to no item"
    ),
  ]

  private static let questionsOfWords: [(sql: String, problem: String)] = [
    (
      """
      SELECT COUNT(*) FROM item WHERE state <> 2 AND type NOT LIKE 'system.%'
        AND key NOT IN (SELECT rowid FROM item_fts)
        AND key NOT IN (SELECT item FROM changed_words)
        AND \(ownWords)
      """, "items are not in the search index"
    ),
    (
      """
      SELECT COUNT(*) FROM item_fts WHERE rowid NOT IN (SELECT key FROM item WHERE state <> 2)
        AND rowid NOT IN (SELECT item FROM changed_words)
        AND \(ownWords)
      """, "entries of the search index have no item"
    ),
  ]
}
