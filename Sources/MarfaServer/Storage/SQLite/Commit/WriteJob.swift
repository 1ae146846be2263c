/// A job that waits for its transaction.
struct WriteJob: Sendable {
  /// Whether work may run more than once.
  enum Repetition {
    /// It reads nothing but the database.
    case allowed
    /// It uses something up.
    case forbidden
  }

  let repetition: Repetition
  /// Does the work and gives what answers it.
  let run: @Sendable (StoreTransaction) throws -> @Sendable () -> Void
  /// Answers it with an error.
  let fail: @Sendable (any Error) -> Void

  init<Value: Sendable>(
    _ repetition: Repetition, _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable (StoreTransaction) throws -> Value
  ) {
    self.repetition = repetition
    run = { transaction in
      let value = try work(transaction)
      return { continuation.resume(returning: value) }
    }
    fail = { continuation.resume(throwing: $0) }
  }
}
