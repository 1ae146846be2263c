import GRDB

extension SyncState {
  /// Whether a person is asked about conflicts, as the client that connected last works.
  static let asks = "asks"
}

/// A trash against an edit: one side moved an item to the trash, the other one changed it before it
/// knew.
///
/// The trash moves no version, so that no server refuses either. Where a person is asked about
/// conflicts, the change waits for an answer before it is sent; where nobody is, what somebody
/// wrote stays out of the trash, see ``settleTrash(_:)``.
extension StoreWriter {
  /// Parks a change that was never sent, if it is of an item in the trash that the other side
  /// changed or that the other side moved there.
  ///
  /// - Parameter row: The change, which is about to be sent.
  /// - Returns: Whether it waits for a person now.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func parkTrash(_ row: QueueRow) throws -> Bool {
    guard try asksPerson(about: row), let (record, shadow) = try trashContradiction(of: row) else {
      return false
    }
    var parked = row
    if row.intent.kind == .updateItem {
      guard let frozen = try freeze(row) else { return false }
      parked = frozen
    }
    let current = PropertiesSnapshot(version: shadow.version, properties: shadow.properties)
    // One that was made on another version may contradict the text, too.
    let isMadeOnCurrent = row.baseVersion.map { $0 == shadow.version } ?? true
    let error = try ConflictError(
      current: current, ancestor: isMadeOnCurrent ? current : nil, conflictingFields: [],
      clientPatch: [:],
      mergePolicy: resolvedType(record.type)?.mergePolicy ?? MergePolicy())
    let context = try self.context(of: error, parked, record)
    // A text in conflict is refused by the server, which says how it is to be merged.
    guard context.conflictingFields.isEmpty else { return false }
    try park(context, parked)
    return true
  }

  /// The item in the trash, and what the server has of it, where a change that was never sent
  /// contradicts the other side about the trash; nil where it does not.
  func trashContradiction(of row: QueueRow) throws -> (record: ItemRecord, shadow: Shadow)? {
    guard row.attempt == 0, let key = row.intent.item, let record = try record(key: key),
      record.state == .trashed, let shadow = try shadow(of: key)
    else { return nil }
    let visible = try storedProperties(of: record)
    let isContradicted =
      switch row.intent.kind {
      case .deleteItem:
        row.request == nil && shadow.state != .trashed
          && row.baseVersion.map { $0 < shadow.version } == true
      case .updateItem:
        // A text that the server has by now asks for nothing.
        shadow.state == .trashed && !row.intent.side.contains(.knowsTrash)
          && row.intent.detail.contains { visible[$0] != shadow.properties[$0] }
      default: false
      }
    return isContradicted ? (record, shadow) : nil
  }

  /// Gives a move to the archive, or out of it, up for the trash of another side, whichever of both
  /// is sent first.
  ///
  /// The server takes a trash after an archive, and refuses an archive after a trash: the devices
  /// would differ until somebody had dealt with the refusal. Who moves a note out of the trash
  /// knowingly restores it.
  ///
  /// - Parameter row: The change, which is about to be sent or was refused.
  /// - Returns: Whether it is out of the queue.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func yieldToTrash(_ row: QueueRow) throws -> Bool {
    guard row.intent.kind == .transitionItem, let item = row.intent.item,
      try shadow(of: item)?.state == .trashed
    else { return false }
    try QueueTable(db: db).remove(row.key)
    try showConfirmed(item)
    return true
  }

  func asksPerson(about row: QueueRow) throws -> Bool {
    if let own = row.intent.conflict { return own == .manual }
    return try syncState.value(SyncState.asks) != nil
  }

  /// Notes what deletions of an item were decided on, which the server has changed since.
  func keepBases(ofDeletions rows: [QueueRow], version: Int) throws {
    for row in rows
    where row.intent.kind == .deleteItem && !row.isFrozen && row.baseVersion == nil {
      try db.cachedStatement(sql: "UPDATE mutation SET base_version = ? WHERE key = ?")
        .execute(arguments: [version, row.key])
    }
  }

  /// Lets the deletions of an item be sent whatever the server has changed since.
  func forgetBases(ofDeletions item: Int64) throws {
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET base_version = NULL
        WHERE item = ? AND kind = 'deleteItem' AND attempt = 0 AND request IS NULL
        """
    ).execute(arguments: [item])
  }

  /// Whether a parked change is still one that the other side's trash, or change, contradicts.
  func isAgainstTrash(_ row: QueueRow, _ record: ItemRecord, theirs: ItemState) -> Bool {
    record.state == .trashed && (theirs == .trashed) == (row.intent.kind == .updateItem)
      && !row.intent.side.contains(.knowsTrash)
  }

  /// Lets a change be sent that waited for an answer about the trash, once the item is no longer
  /// there.
  func endParkedTrash(of key: Int64) throws {
    let parked = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM parked_conflict WHERE item = ? LIMIT 1"),
      arguments: [key])
    guard parked != nil, let shadow = try shadow(of: key) else { return }
    // What takes the item out of the trash decides what is seen.
    try writeRecorded()
    try acting(as: .server) {
      try followParked(
        of: key, PropertiesSnapshot(version: shadow.version, properties: shadow.properties),
        state: shadow.state)
    }
  }

  /// Lets a parked deletion be sent.
  func releaseDeletion(_ row: QueueRow) throws {
    try unpark(row.id)
    try db.cachedStatement(
      sql: "UPDATE mutation SET base_version = NULL, base = NULL WHERE key = ?"
    ).execute(arguments: [row.key])
    try settle(row.intent.item)
  }
}
