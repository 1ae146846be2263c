import NIOPosix

/// Runs calls that wait for a disk on threads made for waiting.
enum BlockingWork {
  /// Runs a function on such a thread, to its end even when the task is cancelled: what is to
  /// be cleaned up after a client has gone is still cleaned up.
  static func run<Value: Sendable>(
    _ function: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      NIOThreadPool.singleton.submit { state in
        switch state {
        case .active: continuation.resume(with: Result(catching: function))
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    }
  }
}
