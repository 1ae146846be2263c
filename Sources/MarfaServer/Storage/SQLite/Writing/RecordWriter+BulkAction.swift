import GRDB
import MarfaModel

extension RecordWriter {
  /// `POST /items/bulk_action`: `{matched, updated, skipped, errored, dry_run, errors}`.
  func bulk(_ action: BulkAction) throws -> StoreAnswer {
    try validate(action.change)
    let maximum = action.maximumCount ?? 10_000
    guard (1...BulkAction.countLimit).contains(maximum) else {
      throw StoreErrors.invalid(
        "max_items", "A bulk action touches 1 to \(BulkAction.countLimit) items.")
    }
    let conditions = try Conditions(action.filters, scope(), order: nil, in: db)
    let keys = try Int64.fetchAll(
      db.statement(
        "SELECT item.key FROM item WHERE \(conditions.clause) ORDER BY item.key LIMIT ?",
        for: action.filters),
      arguments: conditions.arguments + [maximum + 1])
    guard keys.count <= maximum else {
      throw ValidationError(
        code: ErrorCode.bulkCapExceeded, message: "More than \(maximum) items match.",
        details: ["max_items": .integer(Int64(maximum))])
    }
    var counts = BulkActionCounts(matched: keys.count)
    if !action.isDryRun { try apply(action, to: keys, &counts) }
    return StoreAnswer(counts.json(isDryRun: action.isDryRun))
  }

  private func apply(
    _ action: BulkAction, to keys: [Int64], _ counts: inout BulkActionCounts
  ) throws {
    let emitted = transaction.emitsEvents
    transaction.emitsEvents = action.emitEvents
    defer { transaction.emitsEvents = emitted }
    for key in keys {
      // A purge may have taken it along with another item.
      guard let row = try db.itemRow(key: key) else { continue }
      let before = db.totalChangesCount
      switch try transaction.attempt({ try apply(action.change, to: row) }) {
      case .success:
        if db.totalChangesCount == before { counts.skipped += 1 } else { counts.updated += 1 }
      case .failure(let error): counts.add(error, of: row.id)
      }
    }
  }

  private func validate(_ change: BulkAction.Change) throws {
    switch change {
    case .purge(let confirmation):
      try requireAdministrator()
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
private struct BulkActionCounts {
  /// How many errors are told; all of them are counted.
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
