import MarfaModel

/// What a bulk action is going to change, as a snapshot had it.
struct BulkActionPlan: Sendable {
  /// Which items; asked again when they are changed, because others write meanwhile.
  let selection: ItemSelection
  /// Their keys, ascending.
  let keys: [Int64]

  /// Finds the items.
  ///
  /// - Throws: `ValidationError` for a bad action or more items than it may touch;
  ///   `ForbiddenError`.
  init(_ action: BulkAction, _ access: any StoreAccess, in rows: any RecordRows) throws {
    try Self.validate(action.change, access)
    let maximum = action.maximumCount ?? 10_000
    guard (1...BulkAction.countLimit).contains(maximum) else {
      throw StoreErrors.invalid(
        "max_items", "A bulk action touches 1 to \(BulkAction.countLimit) items.")
    }
    var selection = try ItemSelection(action.filters, ReadScope(access, in: rows))
    // The server's own records are changed by their own routes.
    selection.recordType = nil
    self.selection = selection
    keys = try rows.itemKeys(selection, limit: maximum + 1)
    guard keys.count <= maximum else {
      throw ValidationError(
        code: ErrorCode.bulkCapExceeded, message: "More than \(maximum) items match.",
        details: ["max_items": .integer(Int64(maximum))])
    }
  }

  private static func validate(_ change: BulkAction.Change, _ access: any StoreAccess) throws {
    switch change {
    case .purge(let confirmation):
      guard access.isAdministrator else {
        throw StoreErrors.forbidden("This needs an administrator's credential.")
      }
      guard confirmation == "PURGE" else {
        throw ValidationError(
          code: ErrorCode.bulkConfirmationRequired,
          message: "A bulk purge needs \"confirm\": \"PURGE\".", details: ["field": "confirm"])
      }
    case .updateTags(let add, let remove):
      _ = try TagRules.normalized(add + remove)
    case .updateTimestamp(let text): try ItemRules.validateTimestamp(text)
    case .transition, .updateTier, .updateProperties: break
    }
  }
}

extension RecordWriter {
  /// `POST /items/bulk_action` in one transaction: `{matched, updated, skipped, errored, dry_run,
  /// errors}`.
  func bulk(_ action: BulkAction) throws -> StoreAnswer {
    let plan = try BulkActionPlan(action, context.access, in: rows)
    var counts = BulkActionCounts(matched: plan.keys.count)
    var done = 0
    while !action.isDryRun, done < plan.keys.count {
      done = try apply(action, to: plan, from: done, &counts)
    }
    return StoreAnswer(counts.json(isDryRun: action.isDryRun))
  }

  /// Changes the next items of a plan, those that still fit.
  ///
  /// - Returns: How many items of the plan are done.
  func apply(
    _ action: BulkAction, to plan: BulkActionPlan, from start: Int,
    _ counts: inout BulkActionCounts
  ) throws -> Int {
    var writer = self
    writer.emitsEvents = action.emitEvents
    let budget = SliceBudget(context.limits)
    let changes = rows.changeCount
    let keys = plan.keys[start..<min(start + context.limits.sliceEntries, plan.keys.count)]
    let fitting = Set(try rows.itemKeys(plan.selection, among: Array(keys)))
    for (count, key) in keys.enumerated() {
      if budget.isSpent(after: count) {
        try writer.emitResync(since: changes)
        return start + count
      }
      // It may have changed since, or gone along with another.
      guard fitting.contains(key), let row = try rows.item(key: key) else { continue }
      let before = rows.changeCount
      switch try rows.attempt({ try writer.apply(action.change, to: row) }) {
      case .success:
        if rows.changeCount == before { counts.skipped += 1 } else { counts.updated += 1 }
      case .failure(let error): counts.add(error, of: row.id)
      }
    }
    try writer.emitResync(since: changes)
    return start + keys.count
  }

  private func apply(_ change: BulkAction.Change, to row: ItemRow) throws {
    try requireWrite(type: row.type)
    switch change {
    case .transition(let state):
      let isRestored = row.state == .trashed && state == .active
      _ = try move(row, to: state, as: isRestored ? .itemRestored : .itemStateChanged)
    case .purge: try purge(row)
    case .updateTags(let add, let remove):
      let removed = Set(try TagRules.normalized(remove))
      let kept = row.tags.filter { !removed.contains($0) }
      _ = try setTags(of: row, to: TagRules.union(kept, TagRules.normalized(add)))
    case .updateTier(let tier): _ = try self.change(row, PatchItemBody(tier: tier))
    case .updateProperties(let properties):
      _ = try self.change(row, PatchItemBody(properties: properties))
    case .updateTimestamp(let time): _ = try self.change(row, PatchItemBody(timestamp: time))
    }
  }
}

/// What a bulk action did.
struct BulkActionCounts: Sendable {
  /// How many errors are reported; all of them are counted.
  private static let errorLimit = 100

  var matched: Int
  var updated = 0
  var skipped = 0
  private var errored = 0
  private var errors: [JSONValue] = []

  init(matched: Int) { self.matched = matched }

  mutating func add(_ error: any Error, of id: String) {
    errored += 1
    guard errors.count < Self.errorLimit else { return }
    let body = RecordWriter.envelope(error).error
    errors.append([
      "id": .string(id), "code": .string(body.code), "message": .string(body.message ?? ""),
    ])
  }

  func json(isDryRun: Bool) -> JSONValue {
    [
      "matched": .integer(Int64(matched)), "updated": .integer(Int64(updated)),
      "skipped": .integer(Int64(skipped)), "errored": .integer(Int64(errored)),
      "dry_run": .bool(isDryRun), "errors": .array(errors),
    ]
  }
}
