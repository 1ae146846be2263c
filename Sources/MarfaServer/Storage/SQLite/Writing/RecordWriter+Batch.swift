import Foundation
import MarfaModel

extension RecordWriter {
  /// `POST /mutations`: each entry for itself, in order.
  func answers(_ batch: [BatchEntry]) throws -> [BatchAnswer] {
    var refused: Set<String> = []
    return try batch.map { entry in
      let items = (try? entry.mutation.get().itemIDs) ?? entry.itemID.map { [$0] } ?? []
      let blocking = items.first { refused.contains($0) }
      let outcome: Result<StoreAnswer, any Error>
      if let blocking {
        outcome = .failure(
          APIError(
            code: ErrorCode.dependencyFailed,
            message: "An earlier change of the item was refused.", status: 424,
            details: ["id": .string(blocking)]))
      } else {
        outcome = try transaction.attempt { try answer(entry) }
      }
      switch outcome {
      case .success(let answer): return BatchAnswer(id: entry.idempotency.key, answer: answer)
      case .failure(let error):
        if !entry.isOfEdge { refused.formUnion(items) }
        return BatchAnswer(id: entry.idempotency.key, answer: try Self.answer(error))
      }
    }
  }

  private func answer(_ entry: BatchEntry) throws -> StoreAnswer {
    var context = context
    context.idempotency = entry.idempotency
    let mutation = try entry.mutation.get()
    return try RecordWriter(transaction: transaction, context: context).answer(mutation)
  }

  /// An error as its own request would have been answered.
  static func answer(_ error: any Error) throws -> StoreAnswer {
    let envelope = envelope(error)
    let status = (error as? any MarfaError)?.status ?? ErrorCode.status(of: envelope.error.code)
    return try CatalogueAnswers.encoded(status: status, envelope)
  }
}

extension BatchEntry {
  /// Whether a refusal says nothing of the items at its ends.
  fileprivate var isOfEdge: Bool {
    if case .success(.createEdge) = mutation { true } else { false }
  }
}
