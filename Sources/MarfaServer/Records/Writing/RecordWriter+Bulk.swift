import MarfaModel

extension RecordWriter {
  /// `POST /items/bulk`.
  func bulk(_ body: BulkBody<CreateItemInput>) throws -> StoreAnswer {
    try bulk(body) { writer, index, input in
      try requireWrite(type: input.type)
      let mode = body.mode ?? .upsert
      if mode == .createOnly, let existing = try self.existing(input), try isReadable(existing) {
        return BulkResult.Entry(
          index: index, outcome: .skipped, id: existing.id, reason: "exists")
      }
      let creation = try writer.upsert(input, edges: .added, repeated: .updates)
      return BulkResult.Entry(
        index: index, outcome: creation.outcome, id: creation.row.id,
        reason: creation.outcome == .skipped ? "unchanged" : nil)
    }
  }

  /// `POST /edges/bulk`.
  func bulk(_ body: BulkBody<CreateEdgeInput>) throws -> StoreAnswer {
    try bulk(body) { writer, index, input in
      let twin = try rows.edge(
        from: input.sourceID, to: input.targetID, ofType: input.edgeType)
      guard let twin else {
        return BulkResult.Entry(index: index, outcome: .created, id: try writer.addEdge(input).id)
      }
      _ = try writableEdge(twin.id)
      let old = try StoredJSON.object(twin.properties)
      let new = PropertiesPatch.apply(input.properties ?? [:], to: old)
      guard body.mode ?? .upsert == .upsert, new != old else {
        return BulkResult.Entry(
          index: index, outcome: .skipped, id: twin.id, reason: "duplicate_edge")
      }
      let rules = try rows.catalogue().edgeRules
      try rules.validateProperties(new, of: rules.edgeType(twin.type))
      _ = try writer.save(new, of: twin)
      return BulkResult.Entry(index: index, outcome: .updated, id: twin.id)
    }
  }

  private func existing(_ input: CreateItemInput) throws -> ItemRow? {
    if let row = try row(ofNaturalKey: input) { return row }
    return try input.id.flatMap { try rows.item(id: $0) }
  }

  /// Does each entry; the first that is refused undoes all when the request is atomic.
  private func bulk<Entry>(
    _ body: BulkBody<Entry>,
    _ work: (RecordWriter, Int, Entry) throws -> BulkResult.Entry
  ) throws -> StoreAnswer {
    try requireAdministrator()
    guard body.entries.count <= BulkBody<Entry>.maximumCount else {
      throw ValidationError(
        message: "A bulk request has at most \(BulkBody<Entry>.maximumCount) entries.")
    }
    var writer = self
    writer.emitsEvents = body.emitEvents ?? false
    let before = rows.changeCount
    var results: [BulkResult.Entry] = []
    results.reserveCapacity(body.entries.count)
    for (index, entry) in body.entries.enumerated() {
      guard body.atomic ?? true else {
        let outcome = try rows.attempt { try work(writer, index, entry) }
        results.append(Self.entry(index, outcome))
        continue
      }
      // Without a savepoint for each entry, at which the search index would be written out.
      do {
        results.append(try work(writer, index, entry))
      } catch let error as any MarfaError {
        throw ValidationError(
          code: ErrorCode.bulkAtomicRollback,
          message: "Entry \(index) was refused, so nothing was written.",
          details: [
            "index": .integer(Int64(index)), "code": .string(error.code),
            "message": .string(error.message),
          ])
      }
    }
    try writer.emitResync(since: before)
    return try StoreAnswer(encoding: BulkResult(results: results))
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
  static func envelope(_ error: any Error) -> ErrorEnvelope {
    ErrorEnvelope(
      error as? any MarfaError
        ?? APIError(code: ErrorCode.internalError, message: "The server failed.", status: 500))
  }
}
