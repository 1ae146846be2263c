import GRDB

extension LocalStore {
  /// The most entries of one bulk call.
  public static let maximumBulkCount = 5000
  /// The most items that one bulk action may concern.
  public static let maximumBulkActionCount = 50_000

  func bulk(_ items: [CreateItemInput], mode: BulkMode, atomic: Bool) async throws -> BulkResult {
    try Self.checkBulk(items.count, field: "items")
    return try await write { writer in
      try writer.putOffIndexing()
      return try writer.bulk(items, atomic: atomic) { try writer.bulkOutcome($1, at: $0, mode) }
    }
  }

  func bulk(_ edges: [CreateEdgeInput], mode: BulkMode, atomic: Bool) async throws -> BulkResult {
    try Self.checkBulk(edges.count, field: "edges")
    return try await write { writer in
      try writer.bulk(edges, atomic: atomic) { try writer.bulkOutcome($1, at: $0, mode) }
    }
  }

  private static func checkBulk(_ count: Int, field: String) throws {
    guard count > maximumBulkCount else { return }
    throw ValidationError(
      message: "A bulk call has at most \(maximumBulkCount) \(field).",
      details: ["field": .string(field)])
  }

  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResult {
    if case .purge(let confirm) = action, confirm != "PURGE", !isDryRun {
      throw ValidationError(
        code: ErrorCode.bulkConfirmationRequired,
        message: "Confirm a bulk purge with the word PURGE.")
    }
    return try await write { writer in
      let keys = try ItemReader(db: writer.db).keys(filters)
      guard keys.count <= min(maximum, Self.maximumBulkActionCount) else {
        throw ValidationError(
          code: ErrorCode.bulkCapExceeded, message: "\(keys.count) items match.",
          details: ["matched": .integer(Int64(keys.count))])
      }
      var result = BulkActionResult(
        matched: keys.count, changed: 0, errored: 0, isDryRun: isDryRun)
      if isDryRun { return result }
      for key in keys {
        guard var record = try writer.record(key: key) else { continue }
        do {
          if try writer.perform(action, on: &record) { result.changed += 1 }
        } catch is ValidationError {
          result.errored += 1
        }
      }
      return result
    }
  }
}

extension StoreWriter {
  /// Does each entry of a bulk call; the first that is refused undoes all when the call is atomic.
  fileprivate func bulk<Input>(
    _ inputs: [Input], atomic: Bool, _ work: (Int, Input) throws -> BulkResult.Entry
  ) throws -> BulkResult {
    BulkResult(
      results: try inputs.enumerated().map { index, input in
        do {
          return try undoingIfRefused { try work(index, input) }
        } catch let error as any MarfaError {
          guard !atomic else {
            throw ValidationError(
              code: ErrorCode.bulkAtomicRollback, message: error.message,
              details: ["index": .integer(Int64(index)), "code": .string(error.code)])
          }
          return BulkResult.Entry(
            index: index, outcome: .errored, error: ErrorEnvelope(error).error)
        }
      })
  }

  /// Does one entry in a savepoint, which undoes what a refused one had written; counts and what is
  /// queued are restored with it.
  private func undoingIfRefused(
    _ work: () throws -> BulkResult.Entry
  ) throws -> BulkResult.Entry {
    let (before, recorded) = (counts, recorder)
    do {
      var entry: BulkResult.Entry?
      try db.inSavepoint {
        entry = try work()
        return .commit
      }
      return entry ?? BulkResult.Entry(index: 0, outcome: .skipped)
    } catch {
      (counts, recorder) = (before, recorded)
      tagKeys = [:]
      throw error
    }
  }

  fileprivate func bulkOutcome(
    _ input: CreateItemInput, at index: Int, _ mode: BulkMode
  ) throws -> BulkResult.Entry {
    if mode == .createOnly, let sourceId = input.sourceId,
      let existing = try record(source: input.source ?? environment.source, sourceId: sourceId)
    {
      return BulkResult.Entry(index: index, outcome: .skipped, id: existing.id, reason: "exists")
    }
    let created = try create(NewItem(input))
    let outcome: BulkResult.Outcome =
      switch created.action {
      case .created: .created
      case .updated: .updated
      case .unchanged: .skipped
      }
    return BulkResult.Entry(index: index, outcome: outcome, id: created.id)
  }

  fileprivate func bulkOutcome(
    _ input: CreateEdgeInput, at index: Int, _ mode: BulkMode
  ) throws -> BulkResult.Entry {
    let twin = try StoredEdges(db: db).edges(to: input.targetId, ofType: input.edgeType)
      .first { $0.sourceId == input.sourceId }
    guard let twin else {
      return BulkResult.Entry(index: index, outcome: .created, id: try addEdge(input).id)
    }
    if mode == .upsert, let properties = input.properties,
      try updateEdge(id: twin.id, properties: properties) != twin
    {
      return BulkResult.Entry(index: index, outcome: .updated, id: twin.id)
    }
    return BulkResult.Entry(
      index: index, outcome: .skipped, id: twin.id, reason: "duplicate_edge")
  }

  /// Does one action to one item.
  ///
  /// Answers whether it changed.
  fileprivate func perform(_ action: BulkAction, on record: inout ItemRecord) throws -> Bool {
    switch action {
    case .transition(let state): return try transition(&record, to: state)
    case .purge:
      try purge(record)
      return true
    case .updateTags(let add, let remove):
      let removed = remove.map { TagRules.normalize($0) ?? $0 }
      let tags = Set(record.tags).subtracting(removed).union(try TagRules.normalized(add))
      return try setTags(tags.sorted(), of: &record)
    case .updateTier(let tier):
      return try update(&record, patch: [:], UpdateOptions(tier: tier))
    case .updateProperties(let patch):
      return try update(&record, patch: patch, UpdateOptions())
    case .updateTimestamp(let timestamp):
      return try update(&record, patch: [:], UpdateOptions(timestamp: timestamp))
    }
  }
}
