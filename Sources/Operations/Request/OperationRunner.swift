/// Runs a request without keeping a state.
///
/// ```swift
/// let query = PostQuery(id: 1).retry(limit: 2)
/// let runner = OperationRunner(operation: query, initialContext: context)
/// let post = try await runner.run()
/// ```
///
/// The context is prepared once, when the runner is made; a run may then be made any number of
/// times and from several tasks.
public struct OperationRunner<Operation: OperationRequest>: Sendable {
  /// The context of each run.
  public var context: OperationContext

  private let operation: Operation

  /// Lets the operation prepare the context, once.
  public init(operation: Operation, initialContext: OperationContext = OperationContext()) {
    self.operation = operation
    var context = initialContext
    operation.setup(context: &context)
    self.context = context
  }

  /// Runs the request once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation.
  ///   - continuation: Takes what comes before the end.
  /// - Returns: The final value.
  /// - Throws: The failure of the run.
  public func run(
    isolation: isolated (any Actor)? = #isolation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure> = .ignored
  ) async throws(Operation.Failure) -> Operation.Value {
    try await operation.run(isolation: isolation, in: context, with: continuation)
  }
}
