import GRDB

extension LocalStore {
  /// The most entries of one bulk call.
  public static let maximumBulkCount = 5000
  /// The most items that one bulk action may concern.
  public static let maximumBulkActionCount = 50_000

  func bulk(
    _ items: [CreateItemInput], mode: BulkMode, atomicity: BulkAtomicity
  ) async throws -> BulkResult {
    guard items.count <= Self.maximumBulkCount else {
      throw ValidationError(
        message: "A bulk call has at most \(Self.maximumBulkCount) items.",
        details: ["field": "items"])
    }
    return try await write { writer in
      try writer.putOffIndexing()
      return BulkResult(
        results: try items.enumerated().map { index, input in
          try writer.bulkEntry(input, at: index, mode, atomicity)
        })
    }
  }

  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResult {
    if case .purge(let confirm) = action, confirm != "PURGE", !isDryRun {
      throw ValidationError(
        code: ErrorCode.bulkConfirmationRequired,
        message: "A bulk purge is confirmed with the word PURGE.")
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
  /// Creates or changes one entry of a bulk call.
  fileprivate func bulkEntry(
    _ input: CreateItemInput, at index: Int, _ mode: BulkMode, _ atomicity: BulkAtomicity
  ) throws -> BulkResult.Entry {
    do {
      var outcome: BulkResult.Entry?
      // A savepoint undoes what a refused entry had written; counts are restored with it.
      let before = counts
      do {
        try db.inSavepoint {
          outcome = try self.bulkOutcome(input, at: index, mode)
          return .commit
        }
      } catch {
        counts = before
        tagKeys = [:]
        throw error
      }
      return outcome ?? BulkResult.Entry(index: index, outcome: .skipped)
    } catch let error as any MarfaError {
      guard atomicity == .eachAlone else {
        throw ValidationError(
          code: ErrorCode.bulkAtomicRollback, message: error.message,
          details: ["index": .integer(Int64(index)), "code": .string(error.code)])
      }
      return BulkResult.Entry(
        index: index, outcome: .errored, code: error.code, message: error.message)
    }
  }

  private func bulkOutcome(
    _ input: CreateItemInput, at index: Int, _ mode: BulkMode
  ) throws -> BulkResult.Entry {
    if mode == .createOnly, let sourceID = input.sourceID,
      let existing = try record(source: input.source ?? environment.source, sourceID: sourceID)
    {
      return BulkResult.Entry(index: index, outcome: .skipped, id: existing.id)
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
