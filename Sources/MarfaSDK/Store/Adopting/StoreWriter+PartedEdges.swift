import GRDB

/// Edges that a server removed at an item with unsent changes.
///
/// A permanent deletion removes an item's edges first, and is known as one only when the item
/// itself is reported: an item that stays then has its notebook and its links again. An edge that
/// somebody removed on purpose is not made again, since the item is reported afterwards.
extension StoreWriter {
  /// Removes an edge that a server no longer has, and remembers it if one of its ends has unsent
  /// changes and may be gone, too.
  ///
  /// - Parameter id: The edge.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func forgetEdgeWithItem(id: String) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT source, target, type, properties FROM edge
          WHERE id = ? AND is_confirmed = 1 AND is_from_text = 0
          """), arguments: [id])
    if let row, try hasUnsent(row[0]) || hasUnsent(row[1]) {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO parted_edge(source, target, type, properties) VALUES (?, ?, ?, ?)
          """
      ).execute(arguments: [row[0] as Int64, row[1] as Int64, row[2] as String, row[3] as String])
    }
    try forgetEdge(id: id)
  }

  private func hasUnsent(_ key: Int64) throws -> Bool {
    guard let record = try record(key: key) else { return false }
    if !record.syncFlags.isEmpty { return true }
    return try boundReplica(of: key).map { try replicas.hasUnsent($0.key) } ?? false
  }

  /// Forgets what was removed at an item that the server has reported since: it was on purpose.
  ///
  /// - Parameter ids: Items that are at the server.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func forgetParted(of ids: String...) throws {
    guard
      try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM parted_edge LIMIT 1")) != nil
    else { return }
    for id in ids {
      guard let key = try record(id: id)?.key else { continue }
      try db.cachedStatement(sql: "DELETE FROM parted_edge WHERE source = ?1 OR target = ?1")
        .execute(arguments: [key])
    }
  }

  /// Makes the edges of an item again that a server removed with it, each with a creation in the
  /// queue.
  ///
  /// What contradicts a place that the item got here meanwhile is left out.
  ///
  /// - Parameter record: The item, which stays.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func rejoin(partedFrom record: ItemRecord) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT source, target, type, properties FROM parted_edge
          WHERE source = ?1 OR target = ?1 ORDER BY key
          """), arguments: [record.key])
    try db.cachedStatement(sql: "DELETE FROM parted_edge WHERE source = ?1 OR target = ?1")
      .execute(arguments: [record.key])
    for row in rows {
      guard let source = try self.record(key: row[0]), let target = try self.record(key: row[1])
      else { continue }
      let input = CreateEdgeInput(sourceId: source.id, targetId: target.id, edgeType: row[2])
      do {
        try edgeRules(for: input.edgeType).validate(input, in: StoredEdges(db: db))
      } catch is any MarfaError {
        continue
      }
      let id = environment.ids.nextId()
      try insertEdgeRow(
        id: id, source: source.key, target: target.key, type: input.edgeType, properties: row[3],
        isFromText: false)
      if input.edgeType == Self.membership { try placeChanged(of: target) }
      try queueCreation(ofEdge: id, from: source.id, to: target.id)
    }
  }

  /// Queues the creation of an edge that is here.
  func queueCreation(ofEdge id: String, from source: String, to target: String) throws {
    try QueueTable(db: db).insert(
      .creation(ofEdge: id, from: source, to: target), id: environment.ids.nextId(),
      baseVersion: nil, createdAt: now)
  }
}
