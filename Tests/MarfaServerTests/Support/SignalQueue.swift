import Synchronization

/// Values from one task to another, in order; nothing is lost and nobody polls.
final class SignalQueue<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var next = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Value, any Error>)] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Gives a value to the one that waits longest, or keeps it.
  func put(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
      state.values.append(value)
      return nil
    }
    continuation?.resume(returning: value)
  }

  /// Waits for the next value.
  ///
  /// - Throws: `CancellationError`; no value is then taken.
  func take() async throws -> Value {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if !state.values.isEmpty { return .success(state.values.removeFirst()) }
          state.waiting.append((number, continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
          // The cancellation may come before the wait has begun.
          state.cancelled.insert(number)
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
