import GRDB

/// What the server has of an item that was purged here, kept until it agrees.
struct PurgedItem: Codable, Hashable {
  var item: Item
  var tags: [String]
  var extensions: [String: JSONValue]
  /// Whether the person saw it in the trash; nil in a row of a former build.
  var wasTrashed: Bool?
  /// Whether the person's own unsent text hid what others had written; nil for no.
  var hidesOthers: Bool?
}

extension StoreWriter {
  /// Queues the purge of an item, which is still there.
  ///
  /// What waits of it gets its values first, since there is nothing to bind it to afterwards. An
  /// item of which nothing was ever sent leaves the queue without a trace.
  func recordPurge(of record: ItemRecord) throws {
    guard try records(.purgeItem) else { return }
    try writeRecorded()
    // What is unsent of the text goes with the item.
    try boundReplica(of: record.key).map { try replicas.remove($0.key) }
    try removePush(of: record.key)
    let table = QueueTable(db: db)
    let rows = try table.rows(of: record.key)
    let mayBeThere = record.serverVersion != nil || rows.contains { $0.attempt > 0 }
    if mayBeThere {
      try requireRight(to: .purgeItem, of: record)
      try takeOutWhatStays(of: record)
      try keepEdges(of: record)
    }
    for row in try table.rows(referringTo: record.id)
    where row.attempt == 0 && row.intent.kind != .deleteEdge { try table.remove(row.key) }
    guard mayBeThere else {
      for row in rows { try table.remove(row.key) }
      // What a server refused to make is not wanted any more.
      return try db.cachedStatement(sql: "DELETE FROM refused WHERE item = ?")
        .execute(arguments: [record.key])
    }
    for row in rows where try freeze(row) == nil { try table.remove(row.key) }
    try db.cachedStatement(sql: "UPDATE mutation SET item_id = ? WHERE item = ?")
      .execute(arguments: [record.id, record.key])
    try db.cachedStatement(sql: "UPDATE refused SET item_id = ? WHERE item = ?")
      .execute(arguments: [record.id, record.key])
    try table.insert(
      MutationIntent(kind: .purgeItem, itemId: record.id, base: purgedText(of: record)),
      id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
  }

  /// Removes the edges that would lead a server from a purged item to what is not in the trash.
  private func takeOutWhatStays(of record: ItemRecord) throws {
    let edges = try StoredEdges(db: db)
      .edges(
        "source.key = ? AND edge.type = ? AND target.state <> 2", [record.key, Self.membership])
    for edge in edges { try deleteEdge(id: edge.id) }
    try writeRecorded()
  }

  /// Lets the server's edges of the item wait: with it they come back if the purge is refused.
  private func keepEdges(of record: ItemRecord) throws {
    let edges = try StoredEdges(db: db)
      .edges("(source.key = ?1 OR target.key = ?1) AND edge.is_confirmed = 1", [record.key])
    let table = QueueTable(db: db)
    for edge in edges where try !table.isQueued(.deleteEdge, subject: edge.id) {
      try keepWaiting(edge)
    }
  }

  private func purgedText(of record: ItemRecord) throws -> String? {
    guard record.serverVersion != nil else { return nil }
    var item = try Item(record: record, text: text(of: record.key))
    var (tags, extensions) = (
      record.tags, try ItemReader(db: db).extensions(of: record.key)
    )
    if let shadow = try shadow(of: record.key) {
      item.apply(shadow)
      (tags, extensions) = (shadow.tags, shadow.extensions)
    }
    return try StoredJSON.text(
      of: PurgedItem(
        item: item, tags: tags, extensions: extensions, wasTrashed: record.state == .trashed,
        hidesOthers: hidesOthers(record, version: item.version) ? true : nil))
  }

  /// Whether an unsent text of an item was made on an older version than the server has.
  private func hidesOthers(_ record: ItemRecord, version: Int) throws -> Bool {
    try QueueTable(db: db).rows(of: record.key).contains { row in
      row.intent.kind == .updateItem && !row.intent.detail.isEmpty
        && row.baseVersion.map { $0 < version } == true
    }
  }
}

extension Item {
  /// Gives the item the values that the server has.
  mutating func apply(_ shadow: Shadow) {
    (version, state, tier) = (shadow.version, shadow.state, shadow.tier)
    updatedAt = Timestamp(milliseconds: shadow.updatedAt).iso8601
    timestamp = Timestamp(milliseconds: shadow.timestamp).iso8601
    (attachments, properties) = (shadow.attachments, shadow.properties)
  }
}
