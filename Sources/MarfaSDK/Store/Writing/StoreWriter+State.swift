import GRDB

extension StoreWriter {
  /// Moves an item to another state.
  ///
  /// Answers whether it was in another one.
  @discardableResult
  func transition(_ record: inout ItemRecord, to state: ItemState) throws -> Bool {
    try Lifecycle.validateTransition(from: record.state, to: state, ofType: record.type)
    guard state != record.state else { return false }
    if record.state == .trashed { try checkNaturalKeyIsFree(record) }
    try self.record(
      MutationKind(from: record.state, to: state), of: record, detail: [state.rawValue])
    try move(&record, to: state)
    try endParkedTrash(of: record.key)
    return true
  }

  /// Writes another state, whichever it was before.
  func move(_ record: inout ItemRecord, to state: ItemState) throws {
    let before = CountedState(record)
    try countTags(of: record, from: record.state, to: state)
    record.state = state
    record.updatedAt = now
    try db.cachedStatement(sql: "UPDATE item SET state = ?, updated_at = ? WHERE key = ?")
      .execute(arguments: [state.code, now, record.key])
    counts.move(from: before, to: CountedState(record))
  }

  /// Removes an item permanently, with what cascading edges lead to that is in the trash as well.
  ///
  /// Answers the ids of all items that went.
  @discardableResult
  func purge(id: String) throws -> [String] {
    let plan = try DeletionPlan(
      purging: id, rules: purgeRules(), lookup: StoredEdges(db: db),
      isTrashed: { try record(id: $0)?.state == .trashed })
    for id in plan.itemIds {
      if let record = try self.record(id: id) { try purge(record) }
    }
    return plan.itemIds
  }

  /// Removes an item permanently, with its edges, tags, extensions and versions.
  func purge(_ record: ItemRecord) throws {
    try recordPurge(of: record)
    try textWillChange(record.key)
    if record.state != .trashed {
      for tag in record.tags { counts.addTag(try tagKey(tag), by: -1) }
    }
    try releaseMentions(of: record)
    try removeAllEdges(of: record)
    // Removing the edges changed the counted state of the row.
    if let last = try self.record(key: record.key) {
      counts.move(from: CountedState(last), to: nil)
    }
    counts.forgetNotebook(record.key)
    try db.cachedStatement(sql: "DELETE FROM counter WHERE kind = 5 AND subject = ?")
      .execute(arguments: [record.key])
    try db.cachedStatement(sql: "DELETE FROM item WHERE key = ?")
      .execute(arguments: [record.key])
    try forgetUploads(of: record)
  }

  private func countTags(of record: ItemRecord, from old: ItemState, to new: ItemState) throws {
    guard (old == .trashed) != (new == .trashed) else { return }
    for tag in record.tags {
      counts.addTag(try tagKey(tag), by: new == .trashed ? -1 : 1)
    }
  }

  private func checkNaturalKeyIsFree(_ record: ItemRecord) throws {
    guard let sourceId = record.sourceId,
      try self.record(source: record.source, sourceId: sourceId) != nil
    else { return }
    throw APIError(
      code: ErrorCode.sourceIdConflict,
      message: "Another item has taken the source id since this one was trashed.", status: 409,
      details: ["source_id": .string(sourceId)])
  }
}

extension MutationKind {
  /// The verb that moves an item from one state to another.
  init(from old: ItemState, to new: ItemState) {
    self =
      switch (old, new) {
      case (_, .trashed): .deleteItem
      case (.trashed, .active): .restoreItem
      default: .transitionItem
      }
  }
}
