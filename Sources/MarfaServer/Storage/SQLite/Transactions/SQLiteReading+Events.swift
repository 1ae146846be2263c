import GRDB
import MarfaModel

extension SQLiteReading {
  func events(after id: Int64, limit: RowLimit) throws -> [StoredEvent] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, name, data, item_id, item_type, edge_type, target_type, created_at,
            namespace, text_version, text_start, text_count
          FROM event WHERE id > ? ORDER BY id LIMIT ?
          """), arguments: [id, max(limit.count, 0)])
    return try RowPage(limit, size: \.size) { try rows.next().map(StoredEvent.init) }.rows
  }

  func tombstones(after key: Int64, limit: Int) throws -> RowPage<TombstoneRow> {
    let found = try db.rows(
      """
      SELECT key, id, item_type, edge_type, target_type, deleted_at FROM tombstone
      WHERE key > ? AND CASE WHEN edge_type IS NULL
        THEN NOT EXISTS (SELECT 1 FROM item WHERE item.id = tombstone.id)
        ELSE NOT EXISTS (SELECT 1 FROM edge WHERE edge.id = tombstone.id) END
      ORDER BY key LIMIT ?
      """, [key, limit + 1])
    return RowPage(
      rows: found.prefix(limit).map { row in
        TombstoneRow(
          key: row[0], id: row[1], itemType: row[2], edgeType: row[3], targetType: row[4],
          deletedAt: row[5])
      }, hasMore: found.count > limit)
  }

  func eventBounds() throws -> EventBounds {
    // Both in one SELECT would read every event: <https://www.sqlite.org/optoverview.html#minmax>.
    let row = try db.row("SELECT (SELECT MIN(id) FROM event), (SELECT MAX(id) FROM event)")
    return EventBounds(oldest: row?[0], newest: row?[1] ?? 0)
  }
}

extension StoredEvent {
  /// Reads a row of `event`.
  fileprivate init(_ row: Row) throws {
    guard let name = EventName(rawValue: row[1]) else {
      throw StoreFailure(.broken, "the log has an event \(row[1] as String)")
    }
    self.init(
      id: row[0], name: name, data: row[2], itemId: row[3], itemType: row[4], edgeType: row[5],
      targetType: row[6], namespace: row[8], createdAt: Timestamp(milliseconds: row[7]))
    text = (row[9] as Int?).map {
      HeldText(itemId: itemId, version: $0, start: row[10], count: row[11])
    }
  }
}
