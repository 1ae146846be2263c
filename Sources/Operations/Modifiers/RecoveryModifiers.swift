/// Turns the failure of a run into a value or into another failure.
///
/// ```swift
/// let query = PostQuery(id: 1).catch { error, _ in
///   guard error is Server.Unavailable else { throw error }
///   return Post(id: 1, title: "Unavailable")
/// }
/// ```
public struct CatchModifier<Operation: OperationRequest>: OperationModifier {
  typealias Handler =
    @Sendable (Operation.Failure, OperationContext) async -> Result<
      Operation.Value, Operation.Failure
    >

  let handler: Handler

  /// Runs the request, and the handler if it fails; a cancelled run just fails.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    do throws(Operation.Failure) {
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    } catch {
      try OperationCancellation.check(after: error)
      return try await handler(error, context).get()
    }
  }
}

/// Runs another request where the first one fails.
///
/// ```swift
/// let archived = QueryOperation(["archive", 1]) { context in
///   try await context.server.archivedPost(1)
/// }
/// let query = PostQuery(id: 1).retry(limit: 1).fallback(to: archived)
/// ```
public struct FallbackModifier<
  Operation: OperationRequest, Fallback: OperationRequest
>: OperationModifier
where Fallback.Value == Operation.Value, Fallback.Failure == Operation.Failure {
  let fallback: Fallback

  /// Lets the request prepare the context, and the other one a context of its own.
  public func setup(context: inout OperationContext, using operation: Operation) {
    var own = context
    fallback.setup(context: &own)
    context.modifierStorage[ObjectIdentifier(Self.self)] = own.changes(since: context)
    operation.setup(context: &context)
  }

  /// Runs the request, and the other if it fails; a cancelled run just fails.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    do throws(Operation.Failure) {
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    } catch {
      try OperationCancellation.check(after: error)
      let own = context.modifierStorage[ObjectIdentifier(Self.self)] as? OperationContext
      return try await fallback.run(
        isolation: isolation, in: own.map { context.overridden(by: $0) } ?? context,
        with: continuation)
    }
  }
}

extension OperationRequest {
  /// Turns a failure into a value, or into another failure; cancellation is not caught.
  ///
  /// - Parameter handler: Gets the failure and the context of the run.
  /// - Returns: The modified request.
  public func `catch`(
    _ handler: @escaping @Sendable (Failure, OperationContext) async throws(Failure) -> Value
  ) -> ModifiedOperation<Self, CatchModifier<Self>> {
    modifier(
      CatchModifier { error, context in
        await Result.capturing { () async throws(Failure) in try await handler(error, context) }
      })
  }

  /// Gives a value in place of a failure; cancellation is not caught.
  public func fallback(
    _ value: @escaping @autoclosure @Sendable () -> Value
  ) -> ModifiedOperation<Self, CatchModifier<Self>> {
    modifier(CatchModifier { _, _ in .success(value()) })
  }

  /// Runs another request in place of one that fails; cancellation is not caught.
  ///
  /// The other one has its own modifiers: retries, waits and deduplication of the two do not mix.
  /// Its controllers and conditions of staleness are not those of the store.
  public func fallback<Fallback: OperationRequest>(
    to fallback: Fallback
  ) -> ModifiedOperation<Self, FallbackModifier<Self, Fallback>>
  where Fallback.Value == Value, Fallback.Failure == Failure {
    modifier(FallbackModifier(fallback: fallback))
  }
}
