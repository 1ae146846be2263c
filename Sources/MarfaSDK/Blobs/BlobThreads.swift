import Dispatch
import Synchronization

/// Work that waits for a disk, away from the threads that tasks share.
enum BlobThreads {
  /// Whether the task of some work was cancelled.
  final class Cancellation: Sendable {
    private let flag = Mutex(false)

    func cancel() { flag.withLock { $0 = true } }

    func check() throws {
      if flag.withLock({ $0 }) { throw CancellationError() }
    }
  }

  /// Runs a function to its end, even when the task is cancelled.
  static func run<Value: Sendable>(
    _ function: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(with: Result(catching: function))
      }
    }
  }

  /// Runs a function that looks again and again whether its task was cancelled.
  static func runChecking<Value: Sendable>(
    _ function: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await run { try function(cancellation) }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
