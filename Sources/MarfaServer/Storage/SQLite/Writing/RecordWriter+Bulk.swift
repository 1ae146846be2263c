import GRDB
import MarfaModel

extension RecordWriter {
  /// `POST /items/bulk`.
  func bulk(_ body: BulkBody<CreateItemInput>) throws -> StoreAnswer {
    try bulk(body) { index, input in
      try requireWrite(type: input.type)
      let mode = body.mode ?? .upsert
      if mode == .createOnly, let existing = try self.existing(input), try isReadable(existing) {
        return BulkResult.Entry(
          index: index, outcome: .skipped, id: existing.id, reason: "exists")
      }
      let creation = try upsert(input, edges: .added, repeated: .updates)
      return BulkResult.Entry(
        index: index, outcome: creation.outcome, id: creation.row.id,
        reason: creation.outcome == .skipped ? "unchanged" : nil)
    }
  }

  /// `POST /edges/bulk`.
  func bulk(_ body: BulkBody<CreateEdgeInput>) throws -> StoreAnswer {
    try bulk(body) { index, input in
      let twin = try db.edgeRows(
        "source.id = ? AND edge.type = ? AND target.id = ?",
        [input.sourceID, input.edgeType, input.targetID]
      ).first
      guard let twin else {
        return BulkResult.Entry(index: index, outcome: .created, id: try addEdge(input).id)
      }
      _ = try writableEdge(twin.id)
      let old = try StoredJSON.object(twin.properties)
      let new = PropertiesPatch.apply(input.properties ?? [:], to: old)
      guard body.mode ?? .upsert == .upsert, new != old else {
        return BulkResult.Entry(
          index: index, outcome: .skipped, id: twin.id, reason: "duplicate_edge")
      }
      let rules = try transaction.catalogue().edgeRules
      try rules.validateProperties(new, of: rules.edgeType(twin.type))
      _ = try transaction.save(new, of: twin)
      return BulkResult.Entry(index: index, outcome: .updated, id: twin.id)
    }
  }

  private func existing(_ input: CreateItemInput) throws -> ItemRow? {
    if let row = try row(ofNaturalKey: input) { return row }
    return try input.id.flatMap { try db.itemRow(id: $0) }
  }

  /// Does each entry; the first that is refused undoes all when the request is atomic.
  private func bulk<Entry>(
    _ body: BulkBody<Entry>, _ work: (Int, Entry) throws -> BulkResult.Entry
  ) throws -> StoreAnswer {
    try requireAdministrator()
    guard body.entries.count <= BulkBody<Entry>.maximumCount else {
      throw ValidationError(
        message: "A bulk request has at most \(BulkBody<Entry>.maximumCount) entries.")
    }
    let emitted = transaction.emitsEvents
    transaction.emitsEvents = body.emitEvents ?? false
    defer { transaction.emitsEvents = emitted }
    var results: [BulkResult.Entry] = []
    results.reserveCapacity(body.entries.count)
    for (index, entry) in body.entries.enumerated() {
      guard body.atomic ?? true else {
        let outcome = try transaction.attempt { try work(index, entry) }
        results.append(Self.entry(index, outcome))
        continue
      }
      // Without a savepoint for each entry, at which the search index would be written out.
      do {
        results.append(try work(index, entry))
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
    return try CatalogueAnswers.encoded(BulkResult(results: results))
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
