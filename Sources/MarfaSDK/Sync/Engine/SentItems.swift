import Synchronization

/// The items whose changes are on their way to the server.
final class SentItems: Sendable {
  private let ids = Mutex<Set<String>>([])

  /// Takes over the items of what is being sent now.
  func begin(_ exchange: Exchange) {
    let sent = Set(exchange.mutations.compactMap(\.itemId))
    ids.withLock { $0 = sent }
  }

  /// Notes that what was sent has come to an end.
  func end() { ids.withLock { $0 = [] } }

  /// Whether a change of an item is on its way.
  func contains(_ id: String) -> Bool { ids.withLock { $0.contains(id) } }
}

extension SyncEngine {
  /// Waits for the answer to a change when the stream describes the changed item first.
  ///
  /// With the answer known such an event writes nothing. A server that does not answer in time is
  /// not waited for any longer.
  ///
  /// - Parameter events: What the stream brings next.
  func awaitAnswer(before events: [SSEEvent]) async {
    guard machine.busy == .drain, let event = events.first,
      case .item(let item) = StreamChange(event), worker.sent.contains(item.id)
    else { return }
    let limit = Task { [clock, weak self] in
      // Cancelled: the answer has come.
      try? await clock.sleep(for: ExchangePace.patience)
      if !Task.isCancelled { await self?.endAnswerWait() }
    }
    await withCheckedContinuation { answerWait = $0 }
    limit.cancel()
  }

  /// Takes over what the server said of items in its answers to changes.
  func takeAnswers(_ items: [Item]) {
    answered.take(items)
    endAnswerWait()
  }

  /// Lets the stream go on.
  func endAnswerWait() {
    answerWait?.resume()
    answerWait = nil
  }
}
