import GRDB
import MarfaModel

/// How many bytes the log has, known without reading them.
extension SQLiteServerStore {
  /// Forgets the oldest events and first answers beyond what they may weigh.
  @discardableResult
  public func pruneBytes(_ limits: LogLimits) async throws -> Int {
    let (event, answer) = try await read { db in
      (
        try db.firstEvent(within: limits.eventBytes),
        try db.firstAnswer(within: limits.answerBytes)
      )
    }
    var total = 0
    while true {
      // A few at a time, so that others write meanwhile.
      let count = try await commits.perform(.slice) { transaction in
        try transaction.prune(events: event, answers: answer)
      }
      total += count
      if count == 0 { return total }
    }
  }
}

extension Database {
  /// The oldest event that stays; nil when all may.
  ///
  /// Each event knows the bytes of all until it, so that the place is found in a few steps.
  fileprivate func firstEvent(within limit: Int64) throws -> Int64? {
    guard let last = try row("SELECT id, bytes_until FROM event ORDER BY id DESC LIMIT 1"),
      let first = try row("SELECT id, bytes_until FROM event ORDER BY id LIMIT 1")
    else { return nil }
    let newest: (id: Int64, bytes: Int64) = (last[0], last[1])
    var (low, high): (Int64, Int64) = (first[0], newest.id)
    guard newest.bytes - (first[1] as Int64) > limit else { return nil }
    // The first whose followers fit: it goes with what is before it, unless it is the newest.
    while low < high {
      let middle = low + (high - low) / 2
      let found = try row(
        "SELECT id, bytes_until FROM event WHERE id >= ? ORDER BY id LIMIT 1", [middle])
      if let found, newest.bytes - (found[1] as Int64) > limit {
        low = max(middle + 1, found[0])
      } else {
        high = middle
      }
    }
    return min(low + 1, newest.id)
  }

  /// The moment before which answers go; nil when all may stay.
  fileprivate func firstAnswer(within limit: Int64) throws -> Int64? {
    // The length of a blob is in its row: no answer is read.
    let cursor = try Row.fetchCursor(
      cachedStatement(
        sql: "SELECT created_at, length(body) FROM idempotency ORDER BY created_at DESC"))
    var bytes: Int64 = 0
    while let row = try cursor.next() {
      bytes += row[1] as Int64
      if bytes > limit { return (row[0] as Int64) + 1 }
    }
    return nil
  }
}

extension SQLiteTransaction {
  /// Forgets some events before an id and some answers before a moment.
  ///
  /// - Returns: How many went; 0 when nothing is left to forget.
  fileprivate func prune(events first: Int64?, answers horizon: Int64?) throws -> Int {
    var count = 0
    if let first, let oldest = try db.value("SELECT MIN(id) FROM event", as: Int64.self) {
      try db.run(
        "DELETE FROM event WHERE id < ?", [min(first, oldest + Int64(Self.pruned))])
      count += db.changesCount
    }
    if let horizon {
      try db.run(
        """
        DELETE FROM idempotency WHERE (credential, name) IN (
          SELECT credential, name FROM idempotency WHERE created_at < ? LIMIT ?)
        """, [horizon, Self.pruned])
      count += db.changesCount
    }
    return count
  }
}
