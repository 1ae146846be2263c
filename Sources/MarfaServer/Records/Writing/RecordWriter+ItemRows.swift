import MarfaModel

/// Rows of items with everything that follows from them: words, blob references and events.
extension RecordWriter {
  /// Writes a new item.
  func insert(_ item: Item, tags: [String], trashedAt: Int64? = nil) throws -> ItemRow {
    try insert(ItemDraft(item, tags: tags, trashedAt: trashedAt ?? rows.now.milliseconds))
  }

  /// Writes a new item that was drafted.
  func insert(_ draft: ItemDraft) throws -> ItemRow {
    var row = draft.row
    try context.limits.check(row, attachments: draft.attachments, over: nil)
    row.key = try rows.insert(row)
    if isSearched(row) { try rows.wordsChanged(of: row.key) }
    try rows.setBlobs(of: row.key, adding: draft.addedBlobs, removing: [])
    return row
  }

  /// Writes what changed of an item; the row must be as it is now.
  ///
  /// A text that a document is bound to ends as the document does, in which others may have typed.
  ///
  /// - Parameters:
  ///   - item: The item as it is to be.
  ///   - tags: Its tags.
  ///   - old: The row as it is now.
  ///   - keepsSnapshot: Whether history keeps the properties as they were.
  ///   - prepared: The draft of the same, if it was made before.
  /// - Returns: The row that was written.
  /// - Throws: `ValidationError` with the limit that the item is over; `LongWork`.
  func save(
    _ item: Item, tags: [String], over old: ItemRow, keepsSnapshot: Bool = false,
    prepared: ItemDraft? = nil
  ) throws -> ItemRow {
    var item = item
    // Before anything is written.
    if keepsSnapshot, item.version != old.version { try leaveLongHistory(of: old) }
    let documents = item.version == old.version ? [] : try rows.documents(ofItem: old.id)
    if !documents.isEmpty, textOrigin == .request {
      let most = leavesLongWork ? context.limits.wholeDocumentBytes : .max
      try BoundText(rows: rows, known: found.edits, longest: most)
        .follow(&item, over: old, documents)
    }
    // What others typed in a document was not known before.
    let draft =
      try (documents.isEmpty ? prepared : nil)
      ?? ItemDraft(item, tags: tags, over: old, keepsSnapshot: keepsSnapshot, now: rows.now)
    let row = draft.row
    try context.limits.check(row, attachments: draft.attachments, over: old)
    try rows.update(row, over: old)
    let areOthers = row.properties != old.properties
    let versions = VersionRows(rows: rows, limits: context.limits)
    if let kept = draft.kept {
      try versions.keep(old, before: row, as: kept)
    } else if areOthers {
      try versions.skip(old, before: row)
    }
    if areOthers || tags != old.tags || item.state != old.state {
      if isSearched(row) || isSearched(old) { try rows.wordsChanged(of: row.key) }
    }
    if areOthers || row.attachments != old.attachments {
      try rows.setBlobs(of: row.key, adding: draft.addedBlobs, removing: draft.removedBlobs)
    }
    if !documents.isEmpty {
      try BoundVersions(rows: rows).keep(old, before: item, documents, in: rows)
    }
    return row
  }

  /// Removes an item permanently, with its edges, and reports it.
  func remove(_ row: ItemRow) throws {
    for end in [EdgeSelection.End.source(row.key), .target(row.key)] {
      var isAtEnd = false
      while !isAtEnd {
        let page = try rows.edges(EdgeSelection(end: end), after: 0, limit: RowLimit(count: 200))
        for edge in page.rows { try remove(edge) }
        isAtEnd = !page.hasMore
      }
    }
    try BoundText(rows: rows).release(row)
    if try rows.isBeingPurged(row) { try rows.removeMark(of: row.id) }
    try rows.delete(row)
    try rows.append(
      TombstoneRow(id: row.id, itemType: row.type, deletedAt: rows.now.milliseconds))
    try emit(
      .itemDeleted, itemId: row.id, itemType: row.type,
      data: StoredEvent.deletion(id: row.id, type: row.type))
  }

  /// Whether a search may find an item; trashed items and the platform's records are not found.
  private func isSearched(_ row: ItemRow) -> Bool {
    row.state != .trashed && !TypeName.isSystem(row.type)
  }

  // MARK: - Events

  /// Reports an item as it is now.
  func emit(_ name: EventName, _ row: ItemRow) throws {
    guard emitsEvents else { return }
    var event = StoredEvent(
      id: 0, name: name, data: row.json, itemId: row.id, itemType: row.type, createdAt: rows.now)
    event.text = row.heldText(at: 0)
    try rows.append(event)
  }

  /// Reports an item's tags, tier and state.
  func emitMetadata(_ row: ItemRow) throws {
    try emit(
      .metadataChanged, itemId: row.id, itemType: row.type, data: row.metadataJSON)
  }

  /// Reports an extension as it is now, nil when it is gone; to those who may read it.
  func emitExtension(_ namespace: String, _ data: String?, of row: ItemRow) throws {
    guard emitsEvents else { return }
    var writer = JSONWriter(capacity: (data?.utf8.count ?? 0) + 256)
    writer.raw("{\"item_id\":")
    writer.write(row.id)
    writer.member("namespace", namespace)
    writer.raw(",\"data\":")
    writer.raw(data ?? "null")
    writer.time("updated_at", row.updatedAt)
    writer.raw("}")
    try rows.append(
      StoredEvent(
        id: 0, name: .extensionsChanged, data: String(decoding: writer.bytes, as: UTF8.self),
        itemId: row.id, itemType: row.type, namespace: namespace, createdAt: rows.now))
  }

  /// Puts an event in the log.
  func emit(
    _ name: EventName, itemId: String, itemType: String, edge: EdgeRow? = nil,
    data: @autoclosure () -> String
  ) throws {
    guard emitsEvents else { return }
    try rows.append(
      StoredEvent(
        id: 0, name: name, data: data(), itemId: itemId, itemType: itemType,
        edgeType: edge?.type, targetType: edge?.targetType, createdAt: rows.now))
  }
}
