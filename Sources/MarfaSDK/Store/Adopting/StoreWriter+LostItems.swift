import GRDB

/// An item that the server no longer has, and of which something was changed here that never
/// arrived.
///
/// It stays here as one that the server never had, under an id of its own: what others know of the
/// former one, and of its versions, is of another item. Its creation is among the refused changes:
/// a person has it made once more, or gives it up.
extension StoreWriter {
  /// Why a change of an item that somebody deleted permanently is not sent.
  static let deletedElsewhere = MutationRefusal(
    code: ErrorCode.itemNotFound,
    message: "It was deleted permanently elsewhere, and changed here. Sent again, it is created "
      + "once more.",
    status: 404)

  /// Keeps an item with unsent changes whose id the server no longer knows.
  ///
  /// - Parameter record: The item; its document is released already.
  /// - Returns: Whether it stays.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func keepLost(_ record: ItemRecord) throws -> Bool {
    let table = QueueTable(db: db)
    let rows = try table.rows(of: record.key)
    try queueParkedTexts(of: record)
    let unsent = try table.rows(of: record.key).first(where: hasUnsentValues)
    let refused = try RefusedTable(db: db).entries(of: record.key)
      .filter { $0.intent.kind.keepsItem && !$0.change.isMove }
    guard record.serverVersion != nil, unsent != nil || !refused.isEmpty else { return false }
    if let unsent { reportLost(unsent, of: record) }
    try unpark(textsOf: record.key)
    // The creation has the values that are seen.
    for row in rows where row.intent.isPartOfCreation {
      try unpark(row.id)
      try table.remove(row.key)
    }
    for entry in refused where try entry.intent.isPartOfCreation && isFollowing(entry) {
      try RefusedTable(db: db).remove(entry.key)
    }
    try forgetServer(of: record.key)
    try rekey(from: record.id, to: environment.ids.nextId())
    let id = environment.ids.nextId()
    try table.insert(
      MutationIntent(kind: .createItem, item: record.key), id: id, baseVersion: nil,
      createdAt: now)
    try queueAgain(edgesOf: record)
    try rejoin(partedFrom: record)
    if let creation = try table.row(id: id) { try refuse(creation, Self.deletedElsewhere) }
    return true
  }

  private func reportLost(_ row: QueueRow, of record: ItemRecord) {
    let (code, message) = (Self.deletedElsewhere.code, Self.deletedElsewhere.message)
    dropped.append(
      .mutationDropped(
        kind: row.intent.kind, itemId: record.id, attempt: row.attempt,
        error: NotFoundError(code: code, message: message)))
  }

  private func hasUnsentValues(_ row: QueueRow) throws -> Bool {
    try row.intent.kind.keepsItem && freeze(row) != nil
  }

  /// Ends the conflicts of a text with its document, whose texts are queued by now.
  private func unpark(textsOf item: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM parked_conflict WHERE item = ? AND request = ?")
      .execute(arguments: [item, ParkedText.mark])
  }

  /// The item that a server reports under an id; what is said of the former id of one that the
  /// server does not have is said of another item.
  func reportedRecord(id: String) throws -> ItemRecord? {
    guard let record = try record(id: id) else { return nil }
    return record.id != id && record.serverVersion == nil ? nil : record
  }

  /// Makes an item one that the server never had.
  func forgetServer(of item: Int64) throws {
    for sql in [
      "UPDATE item SET server_version = NULL, server_updated_at = NULL WHERE key = ?",
      "UPDATE version SET server_version = NULL WHERE item = ?",
      "DELETE FROM shadow WHERE item = ?",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [item])
    }
  }

  /// Queues the edges of an item that went with it at the server.
  private func queueAgain(edgesOf record: ItemRecord) throws {
    let edges = try StoredEdges(db: db)
      .edges(
        "(source.key = ?1 OR target.key = ?1) AND is_confirmed = 1 AND is_from_text = 0",
        [record.key])
    for edge in edges {
      try db.cachedStatement(sql: "UPDATE edge SET is_confirmed = 0 WHERE id = ?")
        .execute(arguments: [edge.id])
      try queueCreation(ofEdge: edge.id, from: edge.sourceId, to: edge.targetId)
    }
  }

  /// Queues the extensions of an item that is created once more, where its creation cannot carry
  /// them.
  func queueExtensions(of item: Int64) throws {
    let table = QueueTable(db: db)
    guard try !syncState.readProfile().binding.createsWithExtensions else { return }
    let rows = try table.rows(of: item)
    for namespace in try ItemReader(db: db).extensions(of: item).keys.sorted()
    where !rows.contains(where: { $0.intent.subject == namespace }) {
      try table.insert(
        MutationIntent(kind: .setExtension, item: item, subject: namespace),
        id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
    }
  }
}

extension MutationKind {
  /// Whether who made a change of the kind wants to keep the item: they wrote something, or took it
  /// out of the trash.
  fileprivate var keepsItem: Bool { hasValues || self == .restoreItem }
}
