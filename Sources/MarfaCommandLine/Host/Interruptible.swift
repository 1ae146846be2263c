/// Runs long work that SIGINT may end.
enum Interruptible {
  /// Runs the work; a SIGINT cancels it, and it ends in order.
  ///
  /// - Parameters:
  ///   - host: Reports SIGINT.
  ///   - work: The work, which ends soon after its task is cancelled.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` after a SIGINT.
  static func run<Value: Sendable>(
    _ host: CommandHost, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        for await _ in host.interrupts() { throw CancellationError() }
        // The stream ends when the work has ended and cancels this task.
        return nil
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let value = result { return value }
      }
      throw CancellationError()
    }
  }
}
