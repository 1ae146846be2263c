import MarfaModel

/// What a bulk action is going to change, as a snapshot had it.
struct BulkActionPlan: Sendable {
  /// Their keys, ascending.
  let keys: [Int64]

  /// Finds the items.
  ///
  /// - Throws: `ValidationError` for a bad action or more items than it may touch;
  ///   `ForbiddenError`.
  init(_ action: BulkAction, _ access: any StoreAccess, in rows: any RecordRows) throws {
    try Self.validate(action.change, access)
    let maximum = action.maximumCount ?? BulkActionBody.standardMaximum
    guard (1...BulkAction.countLimit).contains(maximum) else {
      throw StoreErrors.invalid(
        "max_items", "A bulk action changes 1 to \(BulkAction.countLimit) items.",
        limit: BulkAction.countLimit)
    }
    let selection = try Self.selection(action, access, in: rows)
    if !action.isDryRun { try Self.requireWriting(selection, access, in: rows) }
    keys = try rows.itemKeys(selection, limit: maximum + 1)
    guard keys.count <= maximum else {
      throw ValidationError(
        code: ErrorCode.bulkCapExceeded, message: "More than \(maximum) items match.",
        details: [
          "max_items": .integer(Int64(maximum)), "limit": .integer(Int64(maximum)),
        ])
    }
  }

  /// Which items.
  static func selection(
    _ action: BulkAction, _ access: any StoreAccess, in rows: any RecordRows
  ) throws -> ItemSelection {
    var selection = try ItemSelection(action.filters, ReadScope(access, in: rows))
    // The server's own records are changed by their own routes.
    selection.recordType = nil
    return selection
  }

  /// Refuses who may change none of the items: each would be refused in the writer's turn.
  private static func requireWriting(
    _ selection: ItemSelection, _ access: any StoreAccess, in rows: any RecordRows
  ) throws {
    guard !access.isUnrestricted else { return }
    let registry = try rows.catalogue().types
    let types = try rows.usedTypes().filter {
      selection.types?.contains($0) ?? true && access.mayRead(type: $0, in: registry)
    }
    guard let first = types.min(),
      !types.contains(where: { access.mayWrite(type: $0, in: registry) })
    else { return }
    throw ForbiddenError(mayNotWrite: first)
  }

  private static func validate(_ change: BulkAction.Change, _ access: any StoreAccess) throws {
    switch change {
    case .purge(let confirmation):
      guard access.isAdministrator else {
        throw StoreErrors.mustAdminister
      }
      guard confirmation == "PURGE" else {
        throw ValidationError(
          code: ErrorCode.bulkConfirmationRequired,
          message: "A bulk purge needs \"confirm\": \"PURGE\".", details: ["field": "confirm"])
      }
    case .updateTags(let add, let remove):
      _ = try TagRules.kept(add + remove)
    case .updateTimestamp(let text): try ItemRules.validateTimestamp(text)
    case .transition, .updateTier, .updateProperties: break
    }
  }
}

extension RecordWriter {
  /// Changes the next items of a plan, those that still fit.
  ///
  /// - Parameters:
  ///   - action: What is done.
  ///   - keys: The plan.
  ///   - start: Where it goes on.
  ///   - known: What a reader found of the next items.
  /// - Returns: What was done, up to which item of the plan.
  /// - Throws: What the storage throws, and a `LongWork` of the first item; nothing of the slice
  ///   is written then.
  func slice(
    of action: BulkAction, _ keys: [Int64], from start: Int, _ known: BulkActionStep
  ) throws -> BulkActionPart {
    var writer = self
    writer.emitsEvents = action.emitEvents
    let budget = SliceBudget(context.limits)
    let changes = rows.changeCount
    let holds = try known.holds(in: rows)
    var part = BulkActionPart(end: start)
    let next = known.next(of: keys.dropFirst(start), context.limits)
    for (count, key) in next.enumerated() where part.long == nil {
      if budget.isSpent(after: count) { break }
      part.end += 1
      // It may have changed since, or gone along with another.
      guard let row = try rows.item(key: key),
        try rows.isBeingPurged(row)
          ? action.change.isPurge : (holds ? known.fits(row) : nil) ?? fits(row, action)
      else { continue }
      if let refused = known.refused, refused.id == row.id {
        part.add(refused.error, of: row.id)
      } else if try action.change.isPurge && isLong(purgeOf: row.id) {
        // Before it goes, what it takes with it goes in slices of its own.
        part.end -= 1
        part.long = row.id
      } else {
        do {
          try writer.take(action.change, row, &part)
        } catch is any LongWork where part.end > start + 1 {
          // The next slice begins with it.
          part.end -= 1
          break
        }
      }
    }
    try writer.emitResync(since: changes, isLast: false)
    if action.change.isPurge, part.updated > 0 {
      try note(.itemsPurged, "", ["count": .integer(Int64(part.updated))])
    }
    return part
  }

  /// Whether an action is about an item as it is now.
  private func fits(_ row: ItemRow, _ action: BulkAction) throws -> Bool {
    let selection = try BulkActionPlan.selection(action, context.access, in: rows)
    return try !rows.itemKeys(selection, among: [row.key]).isEmpty
  }

  /// Changes one item, and counts what becomes of it.
  private func take(
    _ change: BulkAction.Change, _ row: ItemRow, _ part: inout BulkActionPart
  ) throws {
    let before = rows.changeCount
    switch try rows.attempt({ try apply(change, to: row) }) {
    case .success:
      if rows.changeCount == before { part.skipped += 1 } else { part.updated += 1 }
    case .failure(let error): part.add(error, of: row.id)
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
      let removed = Set(try TagRules.kept(remove))
      let kept = row.tags.filter { !removed.contains($0) }
      _ = try setTags(of: row, to: TagRules.union(kept, TagRules.kept(add)))
    case .updateTier(let tier): _ = try self.change(row, PatchItemBody(tier: tier))
    case .updateProperties(let properties):
      _ = try self.change(row, PatchItemBody(properties: properties))
    case .updateTimestamp(let time): _ = try self.change(row, PatchItemBody(timestamp: time))
    }
  }
}

/// What one slice of a bulk action did.
struct BulkActionPart: Codable, Sendable {
  /// An item that was not changed.
  struct Failure: Codable, Sendable {
    var id: String
    var code: String
    var message: String
  }

  /// An item that is not changed, and why.
  struct Refusal: Sendable {
    var id: String
    var error: any MarfaError
  }

  /// How many errors are reported; all of them are counted.
  private static let errorLimit = 100

  /// The plan, in the first part only.
  var keys: LongList<Int64>?
  /// How many items of the plan are done.
  var end: Int
  var updated = 0
  var skipped = 0
  var errored = 0
  var errors: [Failure] = []
  /// An item whose purge is to be shortened before the next slice; known to this process only.
  var long: String?

  enum CodingKeys: String, CodingKey {
    case keys, end, updated, skipped, errored, errors
  }

  mutating func add(_ error: any Error, of id: String) {
    errored += 1
    let body = RecordWriter.envelope(error).error
    errors.append(Failure(id: id, code: body.code, message: body.message ?? ""))
  }

  /// The answer of an action: `{matched, updated, skipped, errored, dry_run, errors}`.
  static func json(_ parts: [BulkActionPart], matched: Int, isDryRun: Bool) -> JSONValue {
    func sum(_ count: (BulkActionPart) -> Int) -> JSONValue {
      .integer(Int64(parts.reduce(0) { $0 + count($1) }))
    }
    let errors = parts.flatMap(\.errors).prefix(errorLimit).map { failure -> JSONValue in
      [
        "id": .string(failure.id), "code": .string(failure.code),
        "message": .string(failure.message),
      ]
    }
    return [
      "matched": .integer(Int64(matched)), "updated": sum(\.updated), "skipped": sum(\.skipped),
      "errored": sum(\.errored), "dry_run": .bool(isDryRun), "errors": .array(errors),
    ]
  }
}

extension BulkAction.Change {
  /// Whether items are purged.
  fileprivate var isPurge: Bool {
    if case .purge = self { true } else { false }
  }
}
