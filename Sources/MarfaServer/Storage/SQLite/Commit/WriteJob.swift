/// A job that waits for its transaction.
struct WriteJob: Sendable {
  let repetition: WorkRepetition
  /// Does the work and gives what answers it.
  let run: @Sendable (SQLiteTransaction) throws -> @Sendable () -> Void
  /// Answers it with an error.
  let fail: @Sendable (any Error) -> Void

  init<Value: Sendable>(
    _ repetition: WorkRepetition, _ continuation: CheckedContinuation<Value, any Error>,
    then: @escaping @Sendable (Value) -> Void,
    _ work: @escaping @Sendable (SQLiteTransaction) throws -> Value
  ) {
    self.repetition = repetition
    run = { transaction in
      let value = try work(transaction)
      return {
        then(value)
        continuation.resume(returning: value)
      }
    }
    fail = { continuation.resume(throwing: $0) }
  }
}
