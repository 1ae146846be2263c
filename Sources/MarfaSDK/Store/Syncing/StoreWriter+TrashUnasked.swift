import GRDB

/// A trash against an edit where nobody is asked: both sides are kept, as by
/// `marfa conflicts resolve --both`, so that nothing is in the trash that nobody put there.
extension StoreWriter {
  /// Settles a change that was never sent, if it contradicts the other side about the trash.
  ///
  /// What this side wrote in a note that the other one moved to the trash becomes a note of its
  /// own; the note stays in the trash as the other side saw it. A deletion of a note that the other
  /// side changed before it knew is given up.
  ///
  /// - Parameter row: The change, which is about to be sent.
  /// - Returns: Whether it is settled, and not to be sent now.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func settleTrash(_ row: QueueRow) throws -> Bool {
    guard try !asksPerson(about: row), let (record, shadow) = try trashContradiction(of: row)
    else { return false }
    if row.intent.kind == .updateItem { return try copyOutOfTrash(row, record, shadow) }
    try QueueTable(db: db).remove(row.key)
    try showConfirmed(record.key)
    dropped.append(
      .conflictAutoMerged(
        payload: ConflictAutoMergedPayload(
          itemId: record.id, mergedItemId: record.id, conflictedCopyId: nil,
          fields: [ConflictAutoMergedPayload.trash], strategy: .lastWriterWins)))
    return true
  }

  private func copyOutOfTrash(
    _ row: QueueRow, _ record: ItemRecord, _ shadow: Shadow
  ) throws -> Bool {
    guard let frozen = try freeze(row), try !produced(by: frozen).isEmpty else { return false }
    let mine = try storedProperties(of: record)
    // What was written later is in the same copy.
    let fields = Set(row.intent.detail)
      .union(try laterUpdates(of: row).flatMap(\.intent.detail)).sorted()
    let current = PropertiesSnapshot(version: shadow.version, properties: shadow.properties)
    let error = try ConflictError(
      current: current, ancestor: current, conflictingFields: fields,
      clientPatch: Dictionary(uniqueKeysWithValues: fields.map { ($0, mine[$0] ?? .null) }),
      mergePolicy: resolvedType(record.type)?.mergePolicy ?? MergePolicy())
    let item = try Item(record: record, text: text(of: record.key))
    let context = ConflictContext(error, item: item, tags: record.tags)
    let sibling = CreateItemInput(
      id: environment.ids.nextId(), type: record.type, properties: mine, tier: context.tier,
      tags: TagRules.union(context.tags, [TagRules.conflictedCopy]),
      edges: [EdgeType.derivedFrom.id: [record.id]],
      attachments: context.attachments.isEmpty ? nil : context.attachments)
    let payload = ConflictAutoMergedPayload(
      itemId: record.id, mergedItemId: record.id, conflictedCopyId: sibling.id,
      fields: fields + [ConflictAutoMergedPayload.trash], strategy: .keepBothCopies)
    try apply(
      ConflictResolution(patch: [:], version: shadow.version, sibling: sibling, payload: nil),
      of: context, to: frozen)
    // The copy is looked for in the queue before this transaction ends.
    try writeRecorded()
    dropped.append(.conflictAutoMerged(payload: payload))
    return true
  }
}

extension LocalStore {
  /// Lets the changes of an item be sent that wait for an answer about the trash alone: it stays
  /// there, with them.
  ///
  /// - Parameter id: The item.
  /// - Throws: `StorageError`; nothing is changed then.
  package func leaveInTrash(id: String) async throws {
    for conflict in try await parkedConflicts()
    where conflict.context.itemId == id && conflict.context.conflictingFields.isEmpty {
      try await resolveConflict(id: conflict.id, choosing: [:])
    }
  }
}

extension ConflictAutoMergedPayload {
  /// What `fields` has in place of a property where one side moved the item to the trash.
  package static let trash = "state"

  /// Whether one side moved the item to the trash while the other one changed it.
  package var isAboutTrash: Bool { fields.last == Self.trash }
}
