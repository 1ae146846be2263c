/// A request that reads a value.
///
/// ```swift
/// struct PostQuery: QueryRequest, Hashable {
///   let id: Int
///
///   func fetch(
///     isolation: isolated (any Actor)?,
///     in context: OperationContext,
///     with continuation: OperationContinuation<Post, any Error>
///   ) async throws -> Post {
///     try await context.server.post(id)
///   }
/// }
/// ```
public protocol QueryRequest<Value, Failure>: StatefulOperationRequest
where State == QueryState<Value, Failure> {
  // Repeated so that a conforming type need not name them: they are inferred from `fetch`.
  /// What a run returns.
  associatedtype Value
  /// What a run throws.
  associatedtype Failure

  /// Fetches the value once.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the synchronous parts run.
  ///   - context: The values of this run.
  ///   - continuation: Takes values and errors that come before the end.
  /// - Returns: The value.
  /// - Throws: The failure of this fetch.
  func fetch(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value
}

extension QueryRequest {
  /// A state without a value.
  public var initialState: State { QueryState() }

  /// Fetches the value.
  public func run(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await fetch(isolation: isolation, in: context, with: continuation)
  }
}
