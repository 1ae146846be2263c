import Synchronization

/// Somebody who waits for something of a document: the first answer counts, and who is cancelled
/// waits no more.
final class DocumentAsker: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, any Error>)
    case answered(Result<Void, any Error>)
  }

  private let state = Mutex(State.idle)

  /// Waits for the answer, which may be there already; one task waits.
  ///
  /// - Throws: What was answered, or `CancellationError`.
  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<Void, any Error>? in
          if case .answered(let answer) = state { return answer }
          state = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      resume(throwing: CancellationError())
    }
  }

  /// What was waited for is there.
  func resume() { answer(.success(())) }

  /// It will not be there.
  func resume(throwing error: any Error) { answer(.failure(error)) }

  private func answer(_ answer: Result<Void, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      switch state {
      case .answered: return nil
      case .idle:
        state = .answered(answer)
        return nil
      case .waiting(let continuation):
        state = .answered(answer)
        return continuation
      }
    }
    waiting?.resume(with: answer)
  }
}
