import GRDB

extension StoreWriter {
  /// Takes over an edge as a server said it is, without asking any rule.
  ///
  /// It is matched by source, type and target: one that is here under another id gets the server's.
  /// One that stood for a link is an edge of its own from now on. An edge of which an end is not
  /// here waits for it.
  func adopt(_ edge: Edge) throws -> AdoptOutcome {
    let table = QueueTable(db: db)
    if try table.isQueued(.deleteEdge, subject: edge.id) { return .purged }
    guard let source = try record(id: edge.sourceId),
      let target = try record(id: edge.targetId)
    else {
      try keepWaiting(edge)
      return .adopted
    }
    try db.cachedStatement(sql: "DELETE FROM waiting_edge WHERE id = ?").execute(arguments: [
      edge.id
    ])
    let known = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT key, id FROM edge WHERE source = ? AND type = ? AND target = ?"),
      arguments: [source.key, edge.edgeType, target.key])
    if let known {
      let id: String = known[1]
      if id != edge.id { try rekeyEdge(from: id, to: edge.id) }
    } else {
      try insertEdgeRow(
        id: edge.id, source: source.key, target: target.key, type: edge.edgeType,
        properties: "{}", isFromText: false)
      if edge.edgeType == Self.membership, let placed = try record(key: target.key) {
        try placeChanged(of: placed)
      }
    }
    try confirm(edge, keepsProperties: table.isQueued(.updateEdge, subject: edge.id))
    try forgetReturned(edge: edge.id)
    return .adopted
  }

  private func confirm(_ edge: Edge, keepsProperties: Bool) throws {
    let created = Timestamp(iso8601: edge.createdAt)?.milliseconds ?? now
    let updated = Timestamp(iso8601: edge.updatedAt)?.milliseconds ?? now
    try db.cachedStatement(
      sql: """
        UPDATE edge SET is_confirmed = 1, is_from_text = 0, created_at = ?, updated_at = ?,
          tenant_id = ?, properties = iif(?, properties, ?) WHERE id = ?
        """
    ).execute(arguments: [
      created, updated, edge.tenantId, keepsProperties, StoredJSON.text(.object(edge.properties)),
      edge.id,
    ])
  }

  /// Gives an edge, and what is queued of it, another id.
  func rekeyEdge(from old: String, to new: String) throws {
    try db.cachedStatement(sql: "UPDATE edge SET id = ? WHERE id = ?").execute(arguments: [
      new, old,
    ])
    try db.cachedStatement(sql: "UPDATE mutation SET subject = ? WHERE subject = ?")
      .execute(arguments: [new, old])
    try db.cachedStatement(sql: "UPDATE refused SET subject = ? WHERE subject = ?")
      .execute(arguments: [new, old])
  }

  /// Lets an edge wait until both of its ends are here.
  func keepWaiting(_ edge: Edge) throws {
    let created = Timestamp(iso8601: edge.createdAt)?.milliseconds ?? now
    let updated = Timestamp(iso8601: edge.updatedAt)?.milliseconds ?? now
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO waiting_edge(id, source_id, target_id, type, created_at, updated_at,
          tenant_id, properties) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      edge.id, edge.sourceId, edge.targetId, edge.edgeType, created, updated, edge.tenantId,
      StoredJSON.text(.object(edge.properties)),
    ])
  }

  /// Takes over the edges that waited for an item.
  func adoptWaitingEdges(of id: String) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, source_id, target_id, type, created_at, updated_at, tenant_id, properties
        FROM waiting_edge WHERE source_id = ?1 OR target_id = ?1 ORDER BY key
        """)
    for row in try Row.fetchAll(statement, arguments: [id]) {
      _ = try adopt(
        Edge(
          id: row[0], sourceId: row[1], targetId: row[2], edgeType: row[3],
          properties: try StoredJSON.object(row[7]),
          createdAt: Timestamp(milliseconds: row[4]).iso8601,
          updatedAt: Timestamp(milliseconds: row[5]).iso8601, tenantId: row[6]))
    }
  }

  /// Removes an edge that a server no longer has; the link in a text that it stood for as well
  /// comes back as one.
  func forgetEdge(id: String) throws {
    try db.cachedStatement(sql: "DELETE FROM waiting_edge WHERE id = ?").execute(arguments: [id])
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT key, source, target, type FROM edge WHERE id = ?"),
      arguments: [id])
    guard let row else { return }
    let type: String = row[3]
    try deleteEdgeRow(key: row[0], source: row[1], target: row[2], type: type)
    if type == Self.references, let source = try record(key: row[1]) {
      try linkText(text(of: source.key).body, of: source)
    }
  }
}
