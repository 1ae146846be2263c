import MarfaModel

/// How far a batch has come.
struct BatchSlice: Sendable {
  /// The answers to the entries until now, in order.
  private(set) var answers: [BatchAnswer] = []
  /// How many bytes more the answers may have; those that have no room are short.
  private var room: Int
  /// Whether the answers have taken their room.
  var isFull: Bool { room <= 0 }

  /// Begins a batch.
  ///
  /// - Parameter room: How many bytes the answers have.
  init(room: Int) { self.room = room }
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
  ///
  /// - Throws: Also a `LongWork` of the next entry, where that is asked for.
  func slice(of batch: [BatchEntry], after before: BatchSlice) throws -> BatchSlice {
    let together = try rows.attempt {
      try entries(of: batch, after: before) { entry, isShort in
        try answering(entry, isShort).answer(entry.mutation.get())
      }
    }
    if case .success(let slice) = together { return slice }
    return try entries(of: batch, after: before) { entry, isShort in
      switch try answering(entry, isShort).outcome(of: entry.mutation.get()) {
      case .success(let answer): return answer
      case .failure(let error as any MarfaError): throw Refusal(error: error)
      case .failure(let long): throw long
      }
    }
  }

  /// An entry's refusal whose effect is undone already.
  private struct Refusal: Error {
    var error: any Error
  }

  private func entries(
    of batch: [BatchEntry], after before: BatchSlice,
    _ write: (BatchEntry, _ isShort: Bool) throws -> StoreAnswer
  ) throws -> BatchSlice {
    var slice = before
    let budget = SliceBudget(context.limits)
    for (count, entry) in batch.dropFirst(before.answers.count).enumerated() {
      if try budget.isSpent(after: count) || count > 0 && isLong(entry) { break }
      do {
        try slice.take(entry, short: shortAnswer, write)
      } catch is any LongWork where count > 0 {
        // The next slice begins with it.
        break
      } catch let refusal as Refusal {
        try slice.refuse(entry, refusal.error)
      }
    }
    return slice
  }

  /// Whether an entry is to be prepared by slices of its own.
  private func isLong(_ entry: BatchEntry) throws -> Bool {
    switch entry.mutation {
    case .success(.purgeItem(let id, _)): try isLong(purgeOf: id)
    case .success(.bulkItems): true
    default: false
    }
  }

  /// Who writes an entry: with its own key, and in short where the batch has answered enough.
  private func answering(_ entry: BatchEntry, _ isShort: Bool) -> RecordWriter {
    var writer = self
    writer.context.idempotency = entry.idempotency
    writer.answersShortly = isShort
    return writer
  }

  /// The answer to an entry whose whole answer has no room.
  ///
  /// The one to a request of many entries stays whole, because it says what happened to each.
  private func shortAnswer(to entry: BatchEntry, after answer: StoreAnswer) throws -> StoreAnswer {
    let mutation = try entry.mutation.get()
    switch mutation {
    case .bulkItems, .bulkEdges, .bulkAction: return answer
    default: break
    }
    var short = try shortAnswer(to: mutation, after: answer)
    (short.isReplay, short.isBrief) = (answer.isReplay, answer.isBrief)
    return short
  }

  /// An error as its own request would have been answered.
  static func answer(_ error: any Error) throws -> StoreAnswer {
    let error = documented(error)
    return try StoreAnswer(outcome: Outcome(error), encoding: ErrorEnvelope(error))
  }
}

extension BatchSlice {
  /// Answers an entry: by its change, or at once when there is none to make.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - short: Makes an answer short for which there is no room, as there is for none after it.
  ///   - write: Makes the change, and answers in short where the batch has answered enough.
  /// - Throws: What they throw.
  fileprivate mutating func take(
    _ entry: BatchEntry, short: (BatchEntry, StoreAnswer) throws -> StoreAnswer,
    _ write: (BatchEntry, _ isShort: Bool) throws -> StoreAnswer
  ) throws {
    if let blocking = blocking(entry) {
      return try refuse(
        entry,
        APIError(
          code: ErrorCode.dependencyFailed,
          message: "An earlier change that this one needs was refused.",
          details: ["id": .string(blocking)]))
    }
    // What is wrong with an entry itself has no effect to undo.
    if case .failure(let error) = entry.mutation { return try refuse(entry, error) }
    var answer = try write(entry, isFull).encoded
    if answer.isRefusal {
      hold(entry)
    } else if answer.body.count > room {
      answer = try short(entry, answer)
      room = 0
    }
    try append(answer, to: entry)
  }

  mutating func refuse(_ entry: BatchEntry, _ error: any Error) throws {
    hold(entry)
    try append(RecordWriter.answer(error), to: entry)
  }

  /// Replaces a long refusal; the client gets that one when it sends the entry again.
  private static let noRoom = StoreErrors.postponed(
    "The batch has no room for the answer; send the entry again.")

  private mutating func append(_ answer: StoreAnswer, to entry: BatchEntry) throws {
    // The first answer is whole, however long: sent again alone it would have no more room.
    let isLeftOut =
      !answers.isEmpty && answer.isRefusal
      && answer.body.count > max(room, RecordWriter.shortBytes)
    let answer = isLeftOut ? try RecordWriter.answer(Self.noRoom) : answer
    room -= answer.body.count
    answers.append(BatchAnswer(id: entry.idempotency.key, answer: answer))
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
