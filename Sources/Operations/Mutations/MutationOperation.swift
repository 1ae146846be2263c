/// A mutation made from a closure, for work that needs no type of its own.
///
/// ```swift
/// let rename = MutationOperation(["rename"]) { (title: String, context) in
///   try await context.server.rename(1, to: title)
/// }
/// ```
public struct MutationOperation<
  Arguments: Sendable, Value: Sendable, Failure: Error
>: MutationRequest {
  /// The identity of the mutation.
  public let path: OperationPath
  private let body: @Sendable (Arguments, OperationContext) async throws(Failure) -> Value

  /// Names the mutation and says what a run does.
  ///
  /// - Parameters:
  ///   - path: The identity; two mutations under one path share one store, and so one closure.
  ///   - body: Writes what the arguments say.
  public init(
    _ path: OperationPath,
    _ body: @escaping @Sendable (Arguments, OperationContext) async throws(Failure) -> Value
  ) {
    self.path = path
    self.body = body
  }

  /// Calls the closure.
  public func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await body(arguments, context)
  }
}
