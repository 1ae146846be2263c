import MarfaModel

/// Purges of more rows than one transaction may take.
extension RecordStore {
  /// Takes away what a purge takes with its item, slice by slice, until the rest is as short as
  /// another request; does nothing for one that is short, or that was done before.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - purge: Who asks for it.
  ///   - context: The same, with their rights and the key of their request.
  ///   - condition: What the item must be like.
  /// - Throws: Why the purge is refused, or `StoreFailure`; what earlier slices did stays, and is
  ///   gone on with by the same request or at the next start.
  func shorten(
    purgeOf id: String, _ purge: LongPurge, _ context: WriteContext,
    if condition: PurgeCondition = PurgeCondition()
  ) async throws {
    let plan = try await snapshot(.preparation) { rows in
      try purge.planned(id, context, in: rows)
    }
    guard let plan else { return }
    try await transact(.allowed) { rows in
      guard let row = try rows.item(id: id), try !rows.isBeingPurged(row) else { return }
      // Somebody may have taken it out of the trash.
      if plan.origin == .trash, row.state != .trashed { return }
      try condition.check(row)
      try rows.mark(row, plan)
    }
    try await shorten(purgeOf: id, context.limits)
  }

  /// Takes away slices of a purge that is marked.
  private func shorten(purgeOf id: String, _ limits: RecordLimits) async throws {
    var known = try await snapshot(.preparation) { try $0.longPurgeParts(of: id) }
    while true {
      let parts = try await transact(.slice) { [known] rows -> [LongPurgePart]? in
        guard var slice = try LongPurgeSlice(of: id, limits, knowing: known, in: rows) else {
          return nil
        }
        return try slice.run() ? slice.parts : nil
      }
      guard let parts else { return }
      known = parts
    }
  }

  /// The items whose purge was not finished, to be asked for before the first request.
  func unfinishedPurges() async throws -> [String] {
    try await snapshot(.lookup) { try $0.unfinishedPurges() }
  }

  /// Finishes purges that an earlier process left.
  ///
  /// - Throws: `StoreFailure`, or `CancellationError`; what earlier slices did stays.
  func finishPurges(of ids: [String], _ limits: RecordLimits) async throws {
    for id in ids {
      try Task.checkCancellation()
      let purge = try await snapshot(.lookup) { try $0.longPurge(of: id) }
      guard let purge, purge.origin != .other else { continue }
      try await shorten(purgeOf: id, limits)
      try await transact(.slice) { rows in
        guard try rows.longPurge(of: id) != nil else { return }
        var writer = RecordWriter(rows: rows, context: purge.context)
        writer.emitsEvents = purge.emitsEvents
        try writer.finish(purge, of: id)
      }
    }
  }
}

extension LongPurge {
  /// What a purge takes with its item, if that is to be taken away in slices.
  ///
  /// - Returns: Nil for a purge that is short, that was answered, or whose item is not there.
  /// - Throws: Why it is refused.
  fileprivate func planned(
    _ id: String, _ context: WriteContext, in rows: any RecordRows
  ) throws -> LongPurge? {
    guard let row = try rows.item(id: id), context.access.isAdministrator,
      context.access.mayWrite(type: row.type, in: try rows.catalogue().types)
    else { return nil }
    if let key = context.idempotency?.key,
      try rows.idempotency(key, of: context.credentialId) != nil
    {
      return nil
    }
    // Begun before: what goes with it is decided.
    if try rows.isBeingPurged(row) { return self }
    let weight = PurgeWeight(rows: rows, limit: context.limits.sliceEntries)
    guard try weight.isOver(purging: id) else { return nil }
    var purge = self
    purge.others = LongList(
      Array(
        try DeletionPlan(
          purging: id, rules: rows.catalogue().edgeRules, lookup: StoredEdges(rows: rows),
          isTrashed: { try rows.isTrashed($0) }
        ).itemIds.dropFirst()))
    return purge
  }
}

extension RecordWriter {
  /// Whether a purge is to be shortened before it is this transaction's turn to finish it.
  func isLong(purgeOf id: String) throws -> Bool {
    guard context.access.isAdministrator else { return false }
    if try rows.isLongPurgeUnderWay(of: id) { return true }
    return try PurgeWeight(rows: rows, limit: context.limits.sliceEntries).isOver(purging: id)
  }

  /// Removes the item of a purge whose request is gone with its process.
  fileprivate func finish(_ purge: LongPurge, of id: String) throws {
    guard let row = try rows.item(id: id) else { return try rows.removeMark(of: id) }
    switch purge.origin {
    case .request: _ = try answer(.purgeItem(id: id))
    case .action:
      let changes = rows.changeCount
      try remove(row)
      try emitResync(since: changes)
      try note(.itemsPurged, "", ["count": 1])
    case .trash, .other: try remove(row)
    }
  }
}
