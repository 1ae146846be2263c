import GRDB
import StorageKit

extension LocalStore {
  /// Lets a settled conflict wait for a person again, with the values that this side had.
  ///
  /// The other side is what the server has by now; nothing of the note is sent before the next
  /// decision.
  ///
  /// - Parameters:
  ///   - sides: Both sides, as they were read before the conflict was settled.
  ///   - decided: The properties that were chosen.
  /// - Returns: Whether it waits; false where the sides contradict each other no more, and for the
  ///   text of a document.
  /// - Throws: `ConflictError` when the item no longer has what was chosen, or `StorageError`;
  ///   nothing is changed then.
  @discardableResult
  package func parkAgain(
    _ sides: ConflictSides, decided: [String: JSONValue]
  ) async throws -> Bool {
    try await write(as: .server) { try $0.parkAgain(sides, decided) }
  }
}

extension StoreWriter {
  fileprivate func parkAgain(
    _ sides: ConflictSides, _ decided: [String: JSONValue]
  ) throws -> Bool {
    guard !sides.isOfDocument, var record = try record(id: sides.item.id),
      let version = record.serverVersion, try boundReplica(of: record.key) == nil
    else { return false }
    var context = sides.conflict.context
    let stored = try storedProperties(of: record)
    try check(stored, have: decided, orElse: context)
    let confirmed = try shadow(of: record.key)?.properties ?? stored
    context.clientPatch = Dictionary(
      uniqueKeysWithValues: Set(context.conflictingFields).map { ($0, sides.shown[$0] ?? .null) })
    context.current = PropertiesSnapshot(version: version, properties: confirmed)
    context.conflictingFields = ConflictRules.conflictingFields(
      patch: context.clientPatch, current: confirmed, ancestor: context.ancestor?.properties)
    guard !context.conflictingFields.isEmpty else { return false }
    try removeUnsent(Set(context.clientPatch.keys), of: record.key)
    try copyShadow(ofKey: record.key)
    let visible = PropertiesPatch.apply(context.clientPatch, to: stored)
    if visible != stored {
      // What was decided stays in the history.
      try keepVersion(of: record, properties: stored, .always)
      try writeProperties(visible, to: &record, type: resolvedType(record.type))
    }
    try park(context, insertUpdate(context.clientPatch, of: record.key, version: version))
    return true
  }

  /// Fails when somebody has changed a field since it was decided; one that nobody chose a value
  /// for has the server's.
  private func check(
    _ stored: [String: JSONValue], have decided: [String: JSONValue],
    orElse context: ConflictContext
  ) throws {
    let changed = context.conflictingFields.filter { name in
      let expected = decided[name] ?? context.current.properties[name] ?? .null
      return stored[name] ?? .null != expected
    }
    guard !changed.isEmpty else { return }
    throw ConflictError.changedSince(
      changed, current: stored, version: context.current.version, ancestor: decided,
      patch: context.clientPatch)
  }

  /// A change that asks for some properties, at the end of the queue.
  private func insertUpdate(
    _ patch: [String: JSONValue], of item: Int64, version: Int
  ) throws -> QueueRow {
    let intent = MutationIntent(
      kind: .updateItem, item: item, detail: patch.keys.sorted(), conflict: .manual)
    let request: JSONValue = .object([
      "properties": .object(patch), "version": .integer(Int64(version)),
    ])
    let (table, id) = (QueueTable(db: db), environment.ids.nextId())
    try table.insert(
      intent, id: id, baseVersion: version, createdAt: now, request: StoredJSON.text(request))
    guard let row = try table.row(id: id) else {
      throw StorageError.damaged("a change that was queued is not in the queue")
    }
    return row
  }

  /// Takes the decision about some properties out of the queue, as far as it was not sent.
  private func removeUnsent(_ names: Set<String>, of item: Int64) throws {
    let table = QueueTable(db: db)
    for row in try table.rows(of: item)
    where row.intent.kind == .updateItem && row.attempt == 0 && !row.isInFlight {
      let rest = row.intent.detail.filter { !names.contains($0) }
      if rest.isEmpty, row.intent.side.areEmpty {
        try table.remove(row.key)
      } else if !row.isFrozen {
        try table.set(detail: rest, side: row.intent.side, of: row.key)
      }
    }
  }
}
