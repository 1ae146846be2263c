import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// The ids of the oldest and the newest kept event; the newest is 0 before the first.
  public func eventBounds() async throws -> EventBounds {
    try await snapshot(.lookup) { try $0.eventBounds() }
  }

  /// Forgets old events, idempotency records and tombstones.
  @discardableResult
  public func pruneEvents(
    before horizon: Timestamp, keepingNewest maximumCount: Int
  ) async throws -> Int {
    let first = try await read { db -> Int64 in
      guard let newest = try db.value("SELECT MAX(id) FROM event", as: Int64.self) else {
        return 0
      }
      // Ids and times grow together, so that only what goes is looked at.
      let young = try db.value(
        "SELECT id FROM event WHERE created_at >= ? ORDER BY id LIMIT 1",
        [horizon.milliseconds], as: Int64.self)
      // The log has no gaps: to count rows would read all of them into memory.
      let oldest = newest - Int64(max(maximumCount - 1, 0))
      return min(max(young ?? newest, oldest), newest)
    }
    var total = 0
    while true {
      // A few at a time, so that others write meanwhile.
      let (count, isDone) = try await commits.perform(.slice) { transaction in
        try transaction.prune(until: first, before: horizon, keepingNewest: maximumCount)
      }
      total += count
      if isDone { return total }
    }
  }
}

extension SQLiteServerStore {
  /// Forgets rows a few at a time, or gives them up, so that others write meanwhile.
  ///
  /// - Parameter some: Forgets at most `SQLiteTransaction.pruned` rows, and says how many there
  ///   were.
  /// - Returns: How many went.
  /// - Throws: `StoreFailure`; what earlier slices did stays.
  func pruneInSlices(
    _ some: @escaping @Sendable (SQLiteTransaction) throws -> Int
  ) async throws -> Int {
    var total = 0
    while true {
      let count = try await commits.perform(.slice, some)
      total += count
      if count < SQLiteTransaction.pruned { return total }
    }
  }
}

extension SQLiteTransaction {
  /// How many rows of a kind one transaction forgets.
  static let pruned = 50

  /// Forgets some events before an id, and some answers and tombstones before a moment.
  ///
  /// - Returns: How many events went, and whether nothing is left to forget.
  fileprivate func prune(
    until first: Int64, before horizon: Timestamp, keepingNewest maximumCount: Int
  ) throws -> (count: Int, isDone: Bool) {
    let oldest = try db.value("SELECT MIN(id) FROM event", as: Int64.self) ?? first
    let end = min(first, oldest + Int64(Self.pruned))
    try db.run("DELETE FROM event WHERE id < ?", [end])
    let count = db.changesCount
    try db.run(
      """
      DELETE FROM progress WHERE (credential, name, part) IN (
        SELECT credential, name, part FROM progress WHERE created_at < ? LIMIT ?)
      """, [horizon.milliseconds, Self.pruned])
    let parts = db.changesCount
    try db.run(
      """
      DELETE FROM idempotency WHERE (credential, name) IN (
        SELECT credential, name FROM idempotency WHERE created_at < ? LIMIT ?)
      """, [horizon.milliseconds, Self.pruned])
    let answers = db.changesCount
    try db.run(
      """
      DELETE FROM tombstone WHERE key IN (
        SELECT key FROM (SELECT key, deleted_at FROM tombstone ORDER BY key LIMIT ?)
        WHERE deleted_at < ? OR key <= (SELECT MAX(key) FROM tombstone) - ?)
      """, [Self.pruned, horizon.milliseconds, maximumCount])
    let isDone = [parts, answers, db.changesCount].allSatisfy { $0 < Self.pruned }
    return (count, end >= first && isDone)
  }
}
