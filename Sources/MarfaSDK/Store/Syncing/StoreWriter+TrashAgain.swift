import StorageKit

extension LocalStore {
  /// Lets a decision about the trash alone wait for the person again, as long as it was not sent.
  ///
  /// - Parameter sides: Both sides, as they were read before the decision.
  /// - Returns: Whether the person is asked again; false where the decision is on its way or
  ///   arrived, where the texts contradict each other, too, and where the other side has changed
  ///   its mind: nothing is changed then.
  /// - Throws: `StorageError`; nothing is changed then.
  @discardableResult
  package func askAgainAboutTrash(_ sides: ConflictSides) async throws -> Bool {
    try await write(as: .server) { try $0.askAgainAboutTrash(sides) }
  }
}

extension StoreWriter {
  fileprivate func askAgainAboutTrash(_ sides: ConflictSides) throws -> Bool {
    guard let trashing = sides.trashing, sides.conflict.context.conflictingFields.isEmpty,
      var record = try record(id: sides.item.id), record.serverVersion != nil,
      (try shadow(of: record.key)?.state ?? record.state == .trashed) == (trashing == .there),
      try hasUnsentDecision(of: record, trashing)
    else { return false }
    if record.state != .trashed {
      try acting(as: .person) { _ = try transition(&record, to: .trashed) }
      try writeRecorded()
    }
    let kind: MutationKind = trashing == .there ? .updateItem : .deleteItem
    let waiting = try QueueTable(db: db).rows(of: record.key).last { $0.intent.kind == kind }
    guard let waiting, let row = trashing == .there ? try freeze(waiting) : waiting,
      let shadow = try shadow(of: record.key)
    else {
      throw StorageError.damaged("a decision that is to wait again is not in the queue")
    }
    if trashing == .here { try setBase(ofDeletion: row, before: shadow.version) }
    try QueueTable(db: db).setKnowsTrash(false, of: row.key)
    var context = sides.conflict.context
    context.current = PropertiesSnapshot(version: shadow.version, properties: shadow.properties)
    try park(context, row)
    return true
  }

  /// Whether nothing of a decision has left, and what it was about can wait.
  private func hasUnsentDecision(of record: ItemRecord, _ trashing: Trashing) throws -> Bool {
    let rows = try QueueTable(db: db).rows(of: record.key)
    guard rows.allSatisfy({ $0.attempt == 0 && !$0.isInFlight }) else { return false }
    return switch trashing {
    case .there: rows.contains { $0.intent.kind == .updateItem && !$0.intent.detail.isEmpty }
    case .here:
      record.state != .trashed || rows.contains { $0.intent.kind == .deleteItem }
    }
  }

  /// Says that a deletion was decided on before the version that the server has.
  private func setBase(ofDeletion row: QueueRow, before version: Int) throws {
    try db.cachedStatement(sql: "UPDATE mutation SET base_version = ? WHERE key = ?")
      .execute(arguments: [version - 1, row.key])
  }
}
