import MarfaModel

/// How far a batch has come.
struct BatchSlice: Sendable {
  /// The answers to the entries until now, in order.
  var answers: [BatchAnswer] = []
  /// Items with a refused entry, whose later entries wait.
  var refused: Set<String> = []
}

extension RecordWriter {
  /// `POST /mutations`: the next entries of a batch, each for itself, in order.
  ///
  /// First they are written together: at a savepoint for each the search index would be written
  /// out. When one is refused, they are written again with a savepoint for each.
  func slice(of batch: [BatchEntry], after before: BatchSlice) throws -> BatchSlice {
    let together = try rows.attempt {
      try entries(of: batch, after: before) { try answer($0) }
    }
    if case .success(let slice) = together { return slice }
    return try entries(of: batch, after: before) { entry in
      switch try rows.attempt({ try answer(entry) }) {
      case .success(let answer): return answer
      case .failure(let error): throw Refusal(error: error)
      }
    }
  }

  /// An entry's refusal whose effect is undone already.
  private struct Refusal: Error {
    var error: any Error
  }

  private func entries(
    of batch: [BatchEntry], after before: BatchSlice,
    _ write: (BatchEntry) throws -> StoreAnswer
  ) throws -> BatchSlice {
    var slice = before
    let budget = SliceBudget(context.limits)
    for (count, entry) in batch.dropFirst(before.answers.count).enumerated() {
      if budget.isSpent(after: count) { break }
      do {
        try slice.take(entry, write)
      } catch let refusal as Refusal {
        try slice.refuse(entry, refusal.error)
      }
    }
    return slice
  }

  private func answer(_ entry: BatchEntry) throws -> StoreAnswer {
    var writer = self
    writer.context.idempotency = entry.idempotency
    return try writer.answer(entry.mutation.get())
  }

  /// An error as its own request would have been answered.
  static func answer(_ error: any Error) throws -> StoreAnswer {
    let envelope = envelope(error)
    let status = (error as? any MarfaError)?.status ?? ErrorCode.status(of: envelope.error.code)
    return try StoreAnswer(status: status, encoding: envelope)
  }
}

extension BatchSlice {
  /// Answers an entry: by its change, or at once when there is none to make.
  fileprivate mutating func take(
    _ entry: BatchEntry, _ write: (BatchEntry) throws -> StoreAnswer
  ) throws {
    if let blocking = entry.items.first(where: refused.contains) {
      return try refuse(
        entry,
        APIError(
          code: ErrorCode.dependencyFailed,
          message: "An earlier change of the item was refused.", status: 424,
          details: ["id": .string(blocking)]))
    }
    // What is wrong with an entry itself has no effect to undo.
    if case .failure(let error) = entry.mutation { return try refuse(entry, error) }
    answers.append(BatchAnswer(id: entry.idempotency.key, answer: try write(entry)))
  }

  fileprivate mutating func refuse(_ entry: BatchEntry, _ error: any Error) throws {
    if !entry.isOfEdge { refused.formUnion(entry.items) }
    answers.append(
      BatchAnswer(id: entry.idempotency.key, answer: try RecordWriter.answer(error)))
  }
}

extension BatchEntry {
  /// The items that the entry needs.
  fileprivate var items: [String] {
    switch mutation {
    case .success(let mutation): mutation.itemIDs
    case .failure: itemID.map { [$0] } ?? []
    }
  }

  /// Whether a refusal says nothing of the items at its ends.
  fileprivate var isOfEdge: Bool {
    if case .success(.createEdge) = mutation { true } else { false }
  }
}
