import MarfaModel

extension RecordWriter {
  /// `DELETE /items/{id}`.
  func trash(_ id: String) throws -> StoreAnswer {
    _ = try move(writable(id), to: .trashed, as: .itemStateChanged)
    return .ok
  }

  /// `POST /items/{id}/restore`.
  func restore(_ id: String) throws -> StoreAnswer {
    try answer(move(writable(id), to: .active, as: .itemRestored))
  }

  /// `POST /items/{id}/transition`.
  func transition(_ id: String, to state: ItemState) throws -> StoreAnswer {
    let row = try writable(id)
    let isRestored = row.state == .trashed && state == .active
    return try answer(move(row, to: state, as: isRestored ? .itemRestored : .itemStateChanged))
  }

  /// Moves an item to another state and reports it; staying is no change.
  func move(_ row: ItemRow, to state: ItemState, as event: EventName) throws -> ItemRow {
    try Lifecycle.validateTransition(from: row.state, to: state, ofType: row.type)
    guard row.state != state else { return row }
    if row.state == .trashed { try requireFree(row.sourceId, for: row) }
    var item = try row.item()
    item.state = state
    item.updatedAt = rows.now.iso8601
    let saved = try save(item, tags: row.tags, over: row)
    try emit(event, saved)
    return saved
  }

  /// `DELETE /items/{id}/purge`.
  func purge(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    let row = try writable(id)
    try purge(row)
    try note(.itemPurged, row.id, ["type": .string(row.type)])
    return .ok
  }

  /// Removes an item permanently, with what its edges cascade to.
  func purge(_ row: ItemRow) throws {
    for row in try purgePlan(row) { try remove(row) }
  }

  /// Removes an item whose time in the trash is over.
  ///
  /// Of what its edges cascade to, only what is in the trash as well goes.
  func purgeFromTrash(_ row: ItemRow) throws {
    for row in try purgePlan(row) where row.state == .trashed { try remove(row) }
  }

  private func purgePlan(_ row: ItemRow) throws -> [ItemRow] {
    let plan = try DeletionPlan(
      purging: row.id, rules: rows.catalogue().edgeRules, lookup: StoredEdges(rows: rows))
    return try plan.itemIds.compactMap { try rows.item(id: $0) }
  }
}
