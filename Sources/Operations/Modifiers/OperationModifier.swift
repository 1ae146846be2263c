/// Behaviour added around a request.
///
/// ```swift
/// struct DelayModifier<Operation: OperationRequest>: OperationModifier {
///   let duration: OperationDuration
///
///   func run(
///     isolation: isolated (any Actor)?,
///     in context: OperationContext,
///     using operation: Operation,
///     with continuation: OperationContinuation<Operation.Value, Operation.Failure>
///   ) async throws(Operation.Failure) -> Operation.Value {
///     // A cancelled wait lets the operation see the cancellation itself.
///     try? await context.operationDelayer.delay(for: duration)
///     return try await operation.run(isolation: isolation, in: context, with: continuation)
///   }
/// }
/// ```
public protocol OperationModifier<Operation>: Sendable {
  /// The request that is modified.
  associatedtype Operation: OperationRequest

  /// Prepares a context.
  ///
  /// Set your values first and then let the operation prepare, so that what is nearer the request
  /// wins; this is what the default does, setting nothing.
  ///
  /// - Parameters:
  ///   - context: The context to prepare.
  ///   - operation: The request that is modified.
  func setup(context: inout OperationContext, using operation: Operation)

  /// Runs the request with the behaviour around it.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the synchronous parts run.
  ///   - context: The values of this run.
  ///   - operation: The request that is modified.
  ///   - continuation: Takes values and errors that come before the end.
  /// - Returns: The final value.
  /// - Throws: The failure of this run.
  func run(
    isolation: isolated (any Actor)?, in context: OperationContext,
    using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value
}

extension OperationModifier {
  /// Lets the operation prepare the context.
  public func setup(context: inout OperationContext, using operation: Operation) {
    operation.setup(context: &context)
  }
}

extension OperationRequest {
  /// The request with the behaviour of a modifier around it.
  public func modifier<Modifier: OperationModifier>(
    _ modifier: Modifier
  ) -> ModifiedOperation<Self, Modifier> where Modifier.Operation == Self {
    ModifiedOperation(operation: self, modifier: modifier)
  }
}
