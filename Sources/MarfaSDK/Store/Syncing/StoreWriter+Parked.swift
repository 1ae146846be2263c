import GRDB

extension StoreWriter {
  /// Lets the conflicts of an item that wait for a person be with what the server has now.
  ///
  /// A conflict that the newer state takes away needs no decision: what is left of the change is
  /// sent.
  ///
  /// - Parameters:
  ///   - key: The item.
  ///   - current: What the server has.
  ///   - state: Where the server has it in its life.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func followParked(
    of key: Int64, _ current: PropertiesSnapshot, state: ItemState
  ) throws {
    let ids = try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT mutation_id FROM parked_conflict WHERE item = ? ORDER BY key"),
      arguments: [key])
    for id in ids {
      guard let former = try parkedContext(of: id), let row = try QueueTable(db: db).row(id: id),
        let record = try record(key: key)
      else { continue }
      let isNewer = former.current.version < current.version
      // The trash moves no version.
      guard isNewer || former.conflictingFields.isEmpty else { continue }
      let error = ConflictError(
        current: current, ancestor: former.ancestor, conflictingFields: [], clientPatch: [:],
        mergePolicy: former.mergePolicy)
      let context = try isNewer ? self.context(of: error, row, record) : former
      let isOpen =
        !context.conflictingFields.isEmpty || isAgainstTrash(row, record, theirs: state)
      if !isOpen {
        try end(context, row, theirs: state, isNewer: isNewer)
      } else if context != former {
        try db.cachedStatement(
          sql: "UPDATE parked_conflict SET context = ? WHERE mutation_id = ?"
        ).execute(arguments: [StoredJSON.text(of: context), id])
      }
    }
  }

  /// Lets a change be sent of which nothing is in conflict any more.
  private func end(
    _ context: ConflictContext, _ row: QueueRow, theirs: ItemState, isNewer: Bool
  ) throws {
    if row.intent.kind == .deleteItem {
      guard theirs == .trashed else { return try releaseDeletion(row) }
      // Sent later, it would overrule somebody who has taken the item out of there meanwhile.
      try unpark(row.id)
      try QueueTable(db: db).remove(row.key)
      return try settle(row.intent.item)
    }
    try unpark(row.id)
    if !isNewer, row.attempt == 0 {
      // Nobody has decided anything: it waits again if the item goes to the trash once more.
      try db.cachedStatement(sql: "UPDATE mutation SET request = NULL WHERE key = ?")
        .execute(arguments: [row.key])
      return try settle(row.intent.item)
    }
    let rest = ConflictRules.resolve(context, siblingId: { environment.ids.nextId() })
    if case .resolved(let resolution) = rest { try apply(resolution, of: context, to: row) }
  }
}
