import MarfaModel

/// How far a batch has come.
struct BatchSlice: Sendable {
  /// The answers to the entries until now, in order.
  var answers: [BatchAnswer] = []
  /// Items and edges with a refused entry, whose later entries wait.
  var refused: Set<String> = []
  /// Those of them that were not made: what names them waits as well.
  var missing: Set<String> = []
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
      switch try outcome(of: entry) {
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
      if try budget.isSpent(after: count) || count > 0 && isLong(entry) { break }
      do {
        try slice.take(entry, write)
      } catch let refusal as Refusal {
        try slice.refuse(entry, refusal.error)
      }
    }
    return slice
  }

  /// Whether an entry is to be prepared by slices of its own.
  private func isLong(_ entry: BatchEntry) throws -> Bool {
    guard case .success(.purgeItem(let id)) = entry.mutation else { return false }
    return try isLong(purgeOf: id)
  }

  private func answer(_ entry: BatchEntry) throws -> StoreAnswer {
    var writer = self
    writer.context.idempotency = entry.idempotency
    return try writer.answer(entry.mutation.get())
  }

  private func outcome(of entry: BatchEntry) throws -> Result<StoreAnswer, any Error> {
    var writer = self
    writer.context.idempotency = entry.idempotency
    return try writer.outcome(of: entry.mutation.get())
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
    if let blocking = blocking(entry) {
      return try refuse(
        entry,
        APIError(
          code: ErrorCode.dependencyFailed,
          message: "An earlier change that this one needs was refused.", status: 424,
          details: ["id": .string(blocking)]))
    }
    // What is wrong with an entry itself has no effect to undo.
    if case .failure(let error) = entry.mutation { return try refuse(entry, error) }
    let answer = try write(entry)
    if answer.isRefusal { hold(entry) }
    answers.append(BatchAnswer(id: entry.idempotency.key, answer: answer))
  }

  mutating func refuse(_ entry: BatchEntry, _ error: any Error) throws {
    hold(entry)
    answers.append(
      BatchAnswer(id: entry.idempotency.key, answer: try RecordWriter.answer(error)))
  }

  /// Lets what comes later of a refused entry's item wait.
  private mutating func hold(_ entry: BatchEntry) {
    guard let subject = entry.subject else { return }
    refused.insert(subject)
    if entry.isCreation { missing.insert(subject) }
  }
}

extension BatchSlice {
  /// What an entry needs and was refused; nil when nothing is in its way.
  func blocking(_ entry: BatchEntry) -> String? {
    if let subject = entry.subject, refused.contains(subject) { return subject }
    guard !missing.isEmpty else { return nil }
    return entry.ends.first(where: missing.contains)
  }
}

extension BatchEntry {
  /// The items at the ends of the edges that the entry makes.
  fileprivate var ends: [String] {
    switch mutation {
    case .success(.createEdge(let input)): [input.sourceId, input.targetId]
    case .success(.createItem(let input)): (input.edges ?? [:]).values.flatMap { $0 }
    case .success(.patchItem(_, let body)): (body.edges ?? [:]).values.flatMap { $0 }
    default: []
    }
  }
}
