/// Takes the values and errors that a run has before its end.
///
/// A store shows each of them at once and stays loading. What is yielded after the run has ended is
/// dropped and reported as an issue.
public struct OperationContinuation<Value: Sendable, Failure: Error>: Sendable {
  private let onYield: @Sendable (Result<Value, Failure>, OperationContext?) -> Void

  /// Hands each result to a closure, which may be called on any thread.
  ///
  /// - Parameter onYield: Takes each result and the context given with it, if any.
  public init(
    onYield: @escaping @Sendable (Result<Value, Failure>, OperationContext?) -> Void
  ) {
    self.onYield = onYield
  }

  /// Yields a value; a context replaces the run's own for this one result.
  public func yield(_ value: Value, using context: OperationContext? = nil) {
    onYield(.success(value), context)
  }

  /// Yields an error, after which the run goes on.
  public func yield(error: Failure, using context: OperationContext? = nil) {
    onYield(.failure(error), context)
  }

  /// Yields a result.
  public func yield(with result: Result<Value, Failure>, using context: OperationContext? = nil) {
    onYield(result, context)
  }
}

extension OperationContinuation {
  /// A continuation that drops what it gets.
  public static var ignored: Self { Self { _, _ in } }

  /// A continuation of another type, whose results are converted on their way here.
  func converting<OtherValue, OtherFailure>(
    _ convert:
      @escaping @Sendable (Result<OtherValue, OtherFailure>) -> Result<Value, Failure>?
  ) -> OperationContinuation<OtherValue, OtherFailure> {
    OperationContinuation<OtherValue, OtherFailure> { result, context in
      guard let converted = convert(result) else { return }
      onYield(converted, context)
    }
  }
}
