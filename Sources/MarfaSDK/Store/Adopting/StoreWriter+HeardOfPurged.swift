import GRDB

/// What a server says of an item that was purged here, before it has heard of the purge.
///
/// A purge leaves nothing to go back to. One that would take what somebody wrote, or took out of
/// the trash, after this side had seen the item is refused: the item is here again, and the person
/// decides once more.
extension StoreWriter {
  /// Why such a purge is not sent.
  private static let changedElsewhere = MutationRefusal(
    code: ErrorCode.versionConflict,
    message: "The note was changed elsewhere after it was deleted here, so it was kept. "
      + "Sent again, it is deleted permanently.", status: nil)

  /// Refuses a purge, before it is sent, of an item of which its person had not seen all.
  ///
  /// - Parameter row: The change, which is about to be sent.
  /// - Returns: Whether it is refused.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func refuseUnseenPurge(_ row: QueueRow) throws -> Bool {
    guard row.intent.kind == .purgeItem, let known = try purged(by: row), known.hidesOthers == true
    else { return false }
    try refusePurge(
      row, of: ConfirmedItem(known.item, tags: known.tags, extensions: known.extensions))
    return true
  }

  /// Takes over what a server says of an item that is not here.
  ///
  /// - Parameters:
  ///   - confirmed: The item as the server said it is.
  ///   - acknowledged: The change whose answer this is; nil for none.
  /// - Returns: What became of it.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func adoptAbsent(
    _ confirmed: ConfirmedItem, answering acknowledged: QueueRow?
  ) throws -> AdoptOutcome {
    let id = confirmed.item.id
    guard let purge = try purgeRow(of: id) else {
      try insertAdopted(confirmed)
      return .adopted
    }
    guard let known = try purged(by: purge),
      ConfirmedStamp(known.item) <= ConfirmedStamp(confirmed.item)
    else { return .purged }
    if try isContradicted(known, by: confirmed, answering: acknowledged) {
      try refusePurge(purge, of: confirmed)
      return .adopted
    }
    try follow(purge, known, confirmed)
    return .purged
  }

  /// Takes over what a server said of the metadata of an item that is not here.
  func adoptAbsent(
    metadataOf id: String, tags: [String]?, tier: ItemTier?, state: ItemState?,
    extensions: [String: JSONValue]?
  ) throws -> AdoptOutcome {
    guard let purge = try purgeRow(of: id) else { return .known }
    guard let known = try purged(by: purge) else { return .purged }
    var item = known.item
    item.tier = tier ?? item.tier
    item.state = state ?? item.state
    return try adoptAbsent(
      ConfirmedItem(
        item, tags: tags ?? known.tags, extensions: extensions ?? known.extensions),
      answering: nil)
  }

  /// The purge of an item that was removed here, while the server has not agreed yet.
  func purgeRow(of id: String) throws -> QueueRow? {
    try QueueTable(db: db).rows(ofLostItem: id).last { $0.intent.kind == .purgeItem }
  }

  /// The query of a purge that takes the item only as this side has seen it; nil where that is not
  /// known.
  func purgeCondition(of row: QueueRow) throws -> String? {
    guard row.intent.kind == .purgeItem, let known = try purged(by: row) else { return nil }
    let isTrashed = known.item.state == .trashed && known.wasTrashed != false
    return "?version=\(known.item.version)" + (isTrashed ? "&state=trashed" : "")
  }

  private func purged(by row: QueueRow) throws -> PurgedItem? {
    try row.intent.base.map { try StoredJSON.value(PurgedItem.self, $0) }
  }

  /// Whether somebody else wrote in the item, attached something to it, or took it out of the trash
  /// in which it was seen.
  private func isContradicted(
    _ known: PurgedItem, by confirmed: ConfirmedItem, answering acknowledged: QueueRow?
  ) throws -> Bool {
    let isTakenOut = known.item.state == .trashed && confirmed.item.state != .trashed
    if isTakenOut, known.wasTrashed != false { return true }
    if acknowledged != nil { return false }
    let rows = try QueueTable(db: db).rows(ofLostItem: confirmed.item.id)
      .filter { $0.intent.kind == .updateItem }
    if confirmed.item.attachments != known.item.attachments,
      !rows.contains(where: { $0.intent.side.contains(.attachments) })
    {
      return true
    }
    // What this side had written before it removed the item may be reported now.
    var own = known.item.properties
    let said = confirmed.item.properties.filter { !$0.value.isNull }
    if said == own { return false }
    for row in rows {
      own = PropertiesPatch.apply(try produced(by: row), to: own)
      if said == own { return false }
    }
    return true
  }

  /// Remembers the newer state: it is shown again if the purge is refused.
  private func follow(
    _ purge: QueueRow, _ known: PurgedItem, _ confirmed: ConfirmedItem
  ) throws {
    var known = known
    known.item = confirmed.item
    known.tags = confirmed.tags ?? known.tags
    known.extensions = confirmed.extensions ?? known.extensions
    try db.cachedStatement(sql: "UPDATE mutation SET base = ? WHERE key = ?")
      .execute(arguments: [StoredJSON.text(of: known), purge.key])
  }

  private func refusePurge(_ purge: QueueRow, of confirmed: ConfirmedItem) throws {
    let known = try purged(by: purge)
    let table = QueueTable(db: db)
    // What else was never sent was part of the removal.
    for row in try table.rows(ofLostItem: confirmed.item.id)
    where row.key != purge.key && row.attempt == 0 { try table.remove(row.key) }
    try drop(purge, Self.changedElsewhere)
    var confirmed = confirmed
    confirmed.tags = confirmed.tags ?? known?.tags
    confirmed.extensions = confirmed.extensions ?? known?.extensions
    try insertAdopted(confirmed)
    try linkRefusedPurge(of: confirmed.item.id)
  }

  /// Refuses a change without asking a server, which is reported after the commit.
  private func drop(_ row: QueueRow, _ refusal: MutationRefusal) throws {
    dropped.append(
      .mutationDropped(
        kind: row.intent.kind, itemId: try itemId(of: row), attempt: row.attempt,
        error: ValidationError(code: refusal.code, message: refusal.message, status: nil)))
    try refuse(row, refusal)
  }

  /// Marks an item as one whose purge was refused, once it is here again.
  func linkRefusedPurge(of id: String) throws {
    guard let key = try record(id: id)?.key else { return }
    try db.cachedStatement(
      sql: "UPDATE refused SET item = ? WHERE item_id = ? AND kind = 'purgeItem'"
    ).execute(arguments: [key, id])
    try settle(key)
  }
}
