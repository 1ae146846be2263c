import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Events after an id, oldest first; at most `limit`, fewer only at the end of the log.
  public func events(after id: Int64, limit: Int) async throws -> [StoredEvent] {
    try lookUp { db in
      try db.rows(
        """
        SELECT id, name, data, item_id, item_type, edge_type, target_type, created_at
        FROM event WHERE id > ? ORDER BY id LIMIT ?
        """, [id, max(limit, 0)]
      ).map(StoredEvent.init)
    }
  }

  /// The ids of the oldest and the newest kept event; the newest is 0 before the first.
  public func eventBounds() async throws -> EventBounds {
    try lookUp { db in
      // Both in one SELECT would read every event: <https://www.sqlite.org/optoverview.html#minmax>.
      let row = try db.row("SELECT (SELECT MIN(id) FROM event), (SELECT MAX(id) FROM event)")
      return EventBounds(oldest: row?[0], newest: row?[1] ?? 0)
    }
  }

  /// Forgets old events and idempotency records.
  @discardableResult
  public func pruneEvents(
    before horizon: Timestamp, keepingNewest maximumCount: Int
  ) async throws -> Int {
    try await commits.perform { transaction in
      let db = transaction.db
      guard let newest = try db.value("SELECT MAX(id) FROM event", as: Int64.self) else {
        return 0
      }
      // Ids and times grow together, so that only what goes is looked at.
      let young = try db.value(
        "SELECT id FROM event WHERE created_at >= ? ORDER BY id LIMIT 1",
        [horizon.milliseconds], as: Int64.self)
      // The log has no gaps: to count rows would read all of them into memory.
      let oldest = newest - Int64(max(maximumCount - 1, 0))
      let first = min(max(young ?? newest, oldest), newest)
      try db.run("DELETE FROM event WHERE id < ?", [first])
      let count = db.changesCount
      try db.run("DELETE FROM idempotency WHERE created_at < ?", [horizon.milliseconds])
      return count
    }
  }
}

extension StoredEvent {
  /// Reads a row of `event`.
  fileprivate init(_ row: Row) throws {
    guard let name = EventName(rawValue: row[1]) else {
      throw StoreFailure(.broken, "the log has an event \(row[1] as String)")
    }
    self.init(
      id: row[0], name: name, data: row[2], itemID: row[3], itemType: row[4], edgeType: row[5],
      targetType: row[6], createdAt: Timestamp(milliseconds: row[7]))
  }
}
