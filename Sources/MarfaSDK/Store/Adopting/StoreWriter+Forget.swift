import GRDB

extension StoreWriter {
  /// Removes an item that a server no longer has.
  ///
  /// One of which something was changed here and never arrived stays, and its creation is among the
  /// refused changes.
  func forget(id: String) throws {
    try db.cachedStatement(sql: "DELETE FROM waiting_edge WHERE source_id = ?1 OR target_id = ?1")
      .execute(arguments: [id])
    // What somebody wanted to do to it is done.
    try db.cachedStatement(
      sql: """
        DELETE FROM refused WHERE kind = 'purgeItem'
          AND (item_id = ?1 OR item = (SELECT key FROM item WHERE id = ?1))
        """
    ).execute(arguments: [id])
    let table = QueueTable(db: db)
    for row in try table.rows(ofLostItem: id) { try table.remove(row.key) }
    guard let record = try exactRecord(id: id) else { return }
    if let replica = try boundReplica(of: record.key) { try release(replica) }
    if try keepLost(record) { return }
    for row in try table.rows(of: record.key) {
      try refuse(row, Self.deletedElsewhere, keeps: .changes)
    }
    let refused = RefusedTable(db: db)
    for entry in try refused.entries(of: record.key)
    where !entry.intent.kind.hasValues || entry.change.isMove {
      try refused.remove(entry.key)
    }
    for row in try table.rows(referringTo: id) { try table.remove(row.key) }
    // Nothing can be made again that leads to it.
    try db.cachedStatement(
      sql: "DELETE FROM refused WHERE code = ?1 AND (source_id = ?2 OR target_id = ?2)"
    ).execute(arguments: [Self.dependencyFailed, id])
    try db.cachedStatement(sql: "UPDATE refused SET item_id = ? WHERE item = ?")
      .execute(arguments: [id, record.key])
    try purge(record)
  }

  /// Gives an item the id under which the server has it; everything in the file that names the
  /// former one follows, and the former one is remembered.
  ///
  /// When the server's item has arrived already, the two become one and the changes that wait are
  /// its.
  func rekey(from old: String, to new: String) throws {
    guard old != new, let record = try exactRecord(id: old) else { return }
    if let twin = try exactRecord(id: new) {
      try merge(record, into: twin)
    } else {
      try db.cachedStatement(sql: "UPDATE item SET id = ? WHERE key = ?")
        .execute(arguments: [new, record.key])
    }
    for sql in [
      "UPDATE mutation SET item_id = ? WHERE item_id = ?",
      "UPDATE mutation_ref SET reference = ? WHERE reference = ?",
      "UPDATE refused SET item_id = ? WHERE item_id = ?",
      "UPDATE refused SET source_id = ? WHERE source_id = ?",
      "UPDATE refused SET target_id = ? WHERE target_id = ?",
      "UPDATE id_alias SET id = ? WHERE id = ?",
      "INSERT OR REPLACE INTO id_alias(id, former_id) VALUES (?, ?)",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [new, old])
    }
    forgetFormerIds()
    try adoptWaitingEdges(of: new)
  }

  private func merge(_ record: ItemRecord, into twin: ItemRecord) throws {
    if let replica = try boundReplica(of: record.key) { try release(replica) }
    for sql in [
      "UPDATE mutation SET item = ? WHERE item = ?", "UPDATE refused SET item = ? WHERE item = ?",
      "UPDATE parked_conflict SET item = ? WHERE item = ?",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [twin.key, record.key])
    }
    let edges = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, source, target, type, properties, is_from_text, is_confirmed, key FROM edge
          WHERE source = ?1 OR target = ?1 ORDER BY key
          """), arguments: [record.key])
    try purge(record)
    for row in edges {
      let isFromText: Bool = row[5]
      if isFromText { continue }
      var (source, target): (Int64, Int64) = (row[1], row[2])
      if source == record.key { source = twin.key }
      if target == record.key { target = twin.key }
      let known = try Int.fetchOne(
        db.cachedStatement(
          sql: "SELECT 1 FROM edge WHERE source = ? AND type = ? AND target = ?"),
        arguments: [source, row[3] as String, target])
      guard known == nil, source != target else { continue }
      try insertEdgeRow(
        id: row[0], source: source, target: target, type: row[3], properties: row[4],
        isFromText: false)
      try db.cachedStatement(sql: "UPDATE edge SET is_confirmed = ? WHERE id = ?")
        .execute(arguments: [row[6] as Bool, row[0] as String])
    }
    try adoptUnresolvedLinks(to: twin)
    try settle(twin.key)
  }
}
