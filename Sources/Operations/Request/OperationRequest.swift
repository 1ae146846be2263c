/// A unit of asynchronous work.
///
/// A request is a value without state: what it needs is in its properties and in the context. To
/// show its state on a screen, conform to ``QueryRequest`` for a read, to ``MutationRequest`` for a
/// write or to ``PaginatedRequest`` for a list, and run it through an ``OperationStore``.
public protocol OperationRequest<Value, Failure>: Sendable {
  /// What a run returns.
  associatedtype Value: Sendable

  /// What a run throws.
  associatedtype Failure: Error

  /// The name of the type for logs and task names.
  var debugTypeName: String { get }

  /// Prepares a context, once for each store or runner.
  ///
  /// Modifiers prepare from the outermost to the innermost, so the one nearest the request wins.
  func setup(context: inout OperationContext)

  /// Does the work once.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the synchronous parts run.
  ///   - context: The values of this run.
  ///   - continuation: Takes values and errors that come before the end.
  /// - Returns: The final value.
  /// - Throws: The failure of this run.
  func run(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value
}

extension OperationRequest {
  /// The name of the type with its module and generic arguments.
  public var debugTypeName: String { String(reflecting: Self.self) }

  /// Leaves the context as it is.
  public func setup(context: inout OperationContext) {}
}
