import MarfaModel

/// Requests of many entries, each for itself: written slice by slice.
///
/// With an idempotency key each slice leaves a part in its own transaction. The same request again,
/// as after a crash, goes on after the last one, and two at once share the work; the answer is one.
extension RecordStore {
  /// Changes every item that a filter finds: found on a reader, changed slice by slice.
  ///
  /// - Throws: `ValidationError` with `bulk_cap_exceeded` or of the filter: nothing is written
  ///   then. When the store fails, earlier slices are written.
  func write(_ action: BulkAction, _ context: WriteContext) async throws -> StoreAnswer {
    let plan = try await snapshot(.scan) { rows -> BulkActionPart? in
      if try Self.isKnown(context, in: rows), !action.isDryRun { return nil }
      let plan = try BulkActionPlan(action, context.access, in: rows)
      return BulkActionPart(keys: LongList(plan.keys), end: 0)
    }
    if action.isDryRun {
      let matched = plan?.keys?.elements.count ?? 0
      return StoreAnswer(BulkActionPart.json([], matched: matched, isDryRun: true))
    }
    return try await write(
      .bulkAction(action), context, after: plan.map { [$0] } ?? [],
      preparing: { try await prepare(action, after: $0, context) }
    ) { writer, parts, known in
      guard let keys = parts.first?.keys?.elements else {
        // Another finished it between the look and now; its answer comes first then.
        throw StoreFailure(.unavailable, "the request is being finished")
      }
      let part = try writer.slice(of: action, keys, from: parts.last?.end ?? 0, known)
      guard part.end >= keys.count else { return (part, nil) }
      let answer = BulkActionPart.json(parts + [part], matched: keys.count, isDryRun: false)
      return (part, StoreAnswer(answer))
    }
  }

  /// Looks at the next items, and takes away what a purge takes with an item that the last slice
  /// found to have too many rows.
  private func prepare(
    _ action: BulkAction, after parts: [BulkActionPart], _ context: WriteContext
  ) async throws -> BulkActionStep {
    var refused: BulkActionPart.Refusal?
    if let id = parts.last?.long {
      let purge = LongPurge(.action, by: context, emitsEvents: action.emitEvents)
      do {
        try await shorten(purgeOf: id, purge, context)
      } catch let error as any MarfaError {
        refused = BulkActionPart.Refusal(id: id, error: error)
      }
    }
    let keys = (parts.first?.keys?.elements ?? []).dropFirst(parts.last?.end ?? 0)
    var step = try await snapshot(.preparation) {
      try BulkActionStep(action, keys, context, in: $0)
    }
    step.refused = refused
    return step
  }

  /// `POST /items/bulk` and `POST /edges/bulk` whose entries are each for themselves.
  ///
  /// - Throws: `ForbiddenError`, or `ValidationError` with the limit: nothing is written then.
  ///   When the store fails, earlier slices are written.
  func write<Entry>(
    _ body: BulkBody<Entry>, as mutation: StoreMutation, _ context: WriteContext,
    _ work: @escaping @Sendable (RecordWriter, Int, Entry) throws -> BulkResult.Entry
  ) async throws -> StoreAnswer {
    try await write(
      mutation, context, after: [BulkPart](), preparing: { _ in }
    ) { writer, parts, _ in
      let results = try writer.slice(of: body, from: parts.last?.end ?? 0, work)
      let part = BulkPart(end: (parts.last?.end ?? 0) + results.count, results: results)
      guard part.end >= body.entries.count else { return (part, nil) }
      let all = (parts + [part]).flatMap(\.results)
      return (part, StoreAnswer(BulkResult(results: all)))
    }
  }

  /// Writes slices until one of them has the answer.
  ///
  /// `prepare` is asked before each of them, with those until then. What takes long for the next
  /// entry is done on a reader, and then the slice begins again with it.
  private func write<Part: Codable & Sendable, Prepared: Sendable>(
    _ mutation: StoreMutation, _ context: WriteContext, after first: [Part],
    preparing prepare: ([Part]) async throws -> Prepared,
    _ slice: @escaping @Sendable (RecordWriter, [Part], Prepared) throws -> (Part, StoreAnswer?)
  ) async throws -> StoreAnswer {
    var parts = first
    if first.isEmpty, let key = context.idempotency {
      // What an earlier process left may be long, and is not for the writer to read.
      parts = try await snapshot(.preparation) {
        try $0.progressParts(of: key, context.credentialId)
      }
    }
    while true {
      let before = parts
      let prepared = try await prepare(before)
      let (after, answer) = try await leavingLongWork { found, leaves in
        try await transact(.slice) { rows in
          var writer = RecordWriter(rows: rows, context: context)
          (writer.found, writer.leavesLongWork) = (found, leaves)
          return try writer.slice(of: mutation, after: before) { try slice($0, $1, prepared) }
        }
      }
      if let answer { return answer }
      parts = after
    }
  }

  /// Whether a request was begun or answered before, so that nothing is to be planned.
  static func isKnown(_ context: WriteContext, in rows: any RecordRows) throws -> Bool {
    guard let key = context.idempotency?.key else { return false }
    return try rows.idempotency(key, of: context.credentialId) != nil
      || rows.progressCount(key, of: context.credentialId) > 0
  }
}

extension RecordWriter {
  /// Writes a slice of a request, and keeps what it did where the same request may come again.
  ///
  /// - Returns: The slices until now with this one, and the answer if it was the last.
  fileprivate func slice<Part: Codable & Sendable>(
    of mutation: StoreMutation, after before: [Part],
    _ work: (RecordWriter, [Part]) throws -> (Part, StoreAnswer?)
  ) throws -> ([Part], StoreAnswer?) {
    if let known = try firstAnswer(to: mutation) { return (before, known) }
    var parts = before
    if let key = context.idempotency { parts = try records.parts(of: key, knowing: before) }
    let (part, answer) = try work(self, parts)
    if answer != nil { try rows.payResync() }
    parts.append(part)
    guard let key = context.idempotency else { return (parts, answer) }
    guard let answer else {
      try records.keep(parts, of: key)
      return (parts, nil)
    }
    return (parts, try records.finish(answer, for: key))
  }
}

/// What one slice of a bulk request did.
private struct BulkPart: Codable, Sendable {
  /// How many entries are done.
  var end: Int
  var results: [BulkResult.Entry]
}
