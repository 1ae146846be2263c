import MarfaModel

/// What is done for an entry of a bulk request, at its place in it.
typealias BulkWork<Entry> = (RecordWriter, Int, Entry) throws -> BulkResult.Entry

extension BulkBody {
  /// - Throws: `ValidationError` with the limit when there are more entries.
  fileprivate func check(_ limit: Int, _ what: String) throws {
    guard entries.count <= limit else {
      throw RecordLimits.excess(
        Entry.self == CreateEdgeInput.self ? "edges" : "items",
        "\(what) has at most \(limit) entries.", limit)
    }
  }

  /// Checks what a request that is written as a whole needs before anything of it is looked at.
  ///
  /// - Throws: `ForbiddenError`, or `ValidationError` with the limit.
  func checkAtomic(_ context: WriteContext) throws {
    guard context.access.isAdministrator else { throw StoreErrors.mustAdminister }
    let most = context.limits.atomicEntries
    try check(most, "A bulk request that is written as a whole")
    let edges = entries.reduce(0) { $0 + ($1 as? CreateItemInput).inlineEdgeCount }
    guard edges <= most else {
      throw RecordLimits.excess(
        "items.edges",
        "A bulk request that is written as a whole has at most \(most) inline edges together.", most
      )
    }
  }
}

extension CreateItemInput? {
  fileprivate var inlineEdgeCount: Int {
    (self?.edges ?? [:]).values.reduce(0) { $0 + $1.count }
  }
}

extension RecordWriter {
  /// `POST /items/bulk` in one transaction.
  func bulk(_ body: BulkBody<CreateItemInput>) throws -> StoreAnswer {
    try bulk(body) { try $0.bulkItem($1, $2, body.mode ?? .upsert) }
  }

  /// `POST /edges/bulk` in one transaction.
  func bulk(_ body: BulkBody<CreateEdgeInput>) throws -> StoreAnswer {
    try bulk(body) { try $0.bulkEdge($1, $2, body.mode ?? .upsert) }
  }

  /// An entry of `POST /items/bulk`.
  func bulkItem(
    _ index: Int, _ input: CreateItemInput, _ mode: BulkMode
  ) throws -> BulkResult.Entry {
    try requireWrite(type: input.type)
    if mode == .createOnly,
      let existing = try ItemPlanner(rows: rows, context: context).find(input)?.row,
      try isReadable(existing)
    {
      return BulkResult.Entry(index: index, outcome: .skipped, id: existing.id, reason: "exists")
    }
    let creation = try upsert(
      input, edges: .added, repeated: .updates, prepared: try preparation?.plan(index, in: rows))
    return BulkResult.Entry(
      index: index, outcome: creation.outcome, id: creation.row.id,
      reason: creation.outcome == .skipped ? "unchanged" : nil)
  }

  /// An entry of `POST /edges/bulk`.
  func bulkEdge(
    _ index: Int, _ input: CreateEdgeInput, _ mode: BulkMode
  ) throws -> BulkResult.Entry {
    let plan =
      try edgePreparation?.plan(index)
      ?? EdgePlanner(rows: rows, context: context).plan(input, mode)
    switch plan {
    case .insertion(let draft):
      return BulkResult.Entry(index: index, outcome: .created, id: try insert(draft).id)
    case .update(let edge, let properties):
      _ = try save(properties, of: edge)
      return BulkResult.Entry(index: index, outcome: .updated, id: edge.id)
    case .none(let edge):
      return BulkResult.Entry(
        index: index, outcome: .skipped, id: edge.id, reason: "duplicate_edge")
    }
  }

  /// Does each entry; the first that is refused undoes all when the request is atomic.
  private func bulk<Entry>(
    _ body: BulkBody<Entry>, _ work: BulkWork<Entry>
  ) throws -> StoreAnswer {
    try body.checkAtomic(context)
    var writer = self
    writer.emitsEvents = body.emitEvents ?? false
    // Looked at before: in the middle of it others are written.
    writer.leavesLongWork = false
    let before = rows.changeCount
    let results =
      try body.atomic ?? true
      ? writer.together(body.entries[...], nil, work)
      : writer.apart(body.entries[...], nil, work)
    try writer.emitResync(since: before)
    return StoreAnswer(BulkResult(results: results))
  }

  /// Does the next entries of a request whose entries are each for themselves.
  ///
  /// - Returns: What became of them; others have their turn before the rest.
  /// - Throws: Also a `LongWork` of the first entry's item; nothing is written then.
  func slice<Entry>(
    of body: BulkBody<Entry>, from start: Int, _ work: BulkWork<Entry>
  ) throws -> [BulkResult.Entry] {
    try requireAdministrator()
    try body.check(BulkBody<Entry>.maximumCount, "A bulk request")
    var writer = self
    writer.emitsEvents = body.emitEvents ?? false
    let before = rows.changeCount
    let entries = body.entries[start...].prefix(context.limits.sliceEntries)
    // At a savepoint for each the search index would be written out.
    let results =
      switch try rows.attempt({ try writer.together(entries, SliceBudget(context.limits), work) }) {
      case .success(let results): results
      case .failure: try writer.apart(entries, SliceBudget(context.limits), work)
      }
    try writer.emitResync(since: before, isLast: false)
    return results
  }

  /// Does entries without a savepoint for each.
  ///
  /// - Throws: `ValidationError` with `bulk_atomic_rollback` for the first that is refused.
  private func together<Entry>(
    _ entries: ArraySlice<Entry>, _ budget: SliceBudget?, _ work: BulkWork<Entry>
  ) throws -> [BulkResult.Entry] {
    var results: [BulkResult.Entry] = []
    results.reserveCapacity(entries.count)
    for (index, entry) in zip(entries.indices, entries) {
      if let budget, budget.isSpent(after: results.count) { break }
      do {
        results.append(try work(self, index, entry))
      } catch let error as any MarfaError {
        throw Self.rollback(index, error)
      } catch is any LongWork where !results.isEmpty {
        // The next slice begins with it.
        break
      }
    }
    return results
  }

  /// The refusal of a request that is written as a whole, for one of its entries.
  static func rollback(_ index: Int, _ error: any MarfaError) -> ValidationError {
    ValidationError(
      code: ErrorCode.bulkAtomicRollback,
      message: "Entry \(index) was refused, so nothing was written.",
      details: [
        "index": .integer(Int64(index)), "code": .string(error.code),
        "message": .string(error.message),
      ])
  }

  /// Does entries of which one that is refused undoes itself alone.
  private func apart<Entry>(
    _ entries: ArraySlice<Entry>, _ budget: SliceBudget?, _ work: BulkWork<Entry>
  ) throws -> [BulkResult.Entry] {
    var results: [BulkResult.Entry] = []
    for (index, entry) in zip(entries.indices, entries) {
      if let budget, budget.isSpent(after: results.count) { break }
      do {
        results.append(
          Self.entry(index, try rows.attempt { try work(self, index, entry) }))
      } catch is any LongWork where !results.isEmpty {
        break
      }
    }
    return results
  }

  private static func entry(
    _ index: Int, _ outcome: Result<BulkResult.Entry, any Error>
  ) -> BulkResult.Entry {
    switch outcome {
    case .success(let entry): entry
    case .failure(let error):
      BulkResult.Entry(index: index, outcome: .errored, error: envelope(error).error)
    }
  }

  /// The body of an error that the store threw.
  static func envelope(_ error: any Error) -> ErrorEnvelope { ErrorEnvelope(documented(error)) }

  /// An error that the store threw, as the API has it.
  static func documented(_ error: any Error) -> any MarfaError {
    error as? any MarfaError
      ?? APIError(code: ErrorCode.internalError, message: "The server failed.")
  }
}
