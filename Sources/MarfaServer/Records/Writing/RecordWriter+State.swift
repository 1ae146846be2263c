import MarfaModel

extension RecordWriter {
  /// `DELETE /items/{id}`.
  func trash(_ id: String, by device: String?) throws -> StoreAnswer {
    _ = try move(writable(id), to: .trashed, as: .itemStateChanged, by: device)
    return .ok
  }

  /// `POST /items/{id}/restore`.
  func restore(_ id: String) throws -> StoreAnswer {
    try answer(move(writable(id), to: .active, as: .itemRestored))
  }

  /// `POST /items/{id}/transition`.
  func transition(_ id: String, to state: ItemState, by device: String?) throws -> StoreAnswer {
    let row = try writable(id)
    let isRestored = row.state == .trashed && state == .active
    let event: EventName = isRestored ? .itemRestored : .itemStateChanged
    return try answer(move(row, to: state, as: event, by: device))
  }

  /// Moves an item to another state and reports it; staying is no change.
  ///
  /// - Parameters:
  ///   - row: The item as it is.
  ///   - state: Where it is to be.
  ///   - event: How it is reported.
  ///   - device: The device that asks for it; nil or empty for one without a name.
  /// - Returns: The item as it is then.
  /// - Throws: `ValidationError` with `invalid_transition`, or for the name.
  func move(
    _ row: ItemRow, to state: ItemState, as event: EventName, by device: String? = nil
  ) throws -> ItemRow {
    if let device { try Self.validate(device: device) }
    try Lifecycle.validateTransition(from: row.state, to: state, ofType: row.type)
    guard row.state != state else { return row }
    if row.state == .trashed { try requireFree(row.sourceId, for: row) }
    var item = try row.item()
    item.state = state
    item.stateDevice = device.flatMap { $0.isEmpty ? nil : $0 }
    item.updatedAt = rows.now.iso8601
    let saved = try save(item, tags: row.tags, over: row)
    try emit(event, saved)
    return saved
  }

  /// `DELETE /items/{id}/purge`.
  func purge(_ id: String, _ condition: PurgeCondition) throws -> StoreAnswer {
    try requireAdministrator()
    let row = try removable(id)
    // One that has begun is gone on with.
    if try !rows.isBeingPurged(row) { try condition.check(row) }
    try purge(row)
    try note(.itemPurged, row.id, ["type": .string(row.type)])
    return .ok
  }

  /// Removes an item permanently, with what its edges cascade to that is in the trash as well.
  func purge(_ row: ItemRow) throws {
    for row in try purgePlan(row) { try remove(row) }
  }

  /// An item that may be changed, or that was found so when its purge began.
  private func removable(_ id: String) throws -> ItemRow {
    guard let row = try rows.item(id: id), try rows.isBeingPurged(row) else {
      return try writable(id)
    }
    try requireWrite(type: row.type)
    return row
  }

  private func purgePlan(_ row: ItemRow) throws -> [ItemRow] {
    // What goes with it has gone.
    if try rows.isBeingPurged(row) { return [row] }
    let plan = try DeletionPlan(
      purging: row.id, rules: rows.catalogue().edgeRules, lookup: StoredEdges(rows: rows),
      isTrashed: { try rows.isTrashed($0) })
    return try plan.itemIds.compactMap { try rows.item(id: $0) }
  }
}
