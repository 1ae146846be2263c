/// A query made from a closure, for work that needs no type of its own.
///
/// ```swift
/// let post = QueryOperation(["posts", 1]) { context in
///   try await context.server.post(1)
/// }
/// ```
///
/// The path is its identity: it must name everything that the closure depends on.
public struct QueryOperation<Value: Sendable, Failure: Error>: QueryRequest {
  /// What a fetch does.
  public typealias Body =
    @Sendable (OperationContext, OperationContinuation<Value, Failure>) async throws(Failure) ->
    Value

  /// The identity of the query.
  public let path: OperationPath
  private let body: Body

  /// Names the query and says what a fetch does.
  ///
  /// - Parameters:
  ///   - path: The identity; two queries under one path share one store, and so one closure.
  ///   - body: Fetches the value.
  public init(
    _ path: OperationPath,
    _ body: @escaping @Sendable (OperationContext) async throws(Failure) -> Value
  ) {
    self.path = path
    self.body = { context, _ throws(Failure) in try await body(context) }
  }

  /// Names the query and says what a fetch does, which may show something before its end.
  ///
  /// - Parameters:
  ///   - path: The identity; two queries under one path share one store, and so one closure.
  ///   - body: Fetches the value; the continuation takes what comes before.
  public init(_ path: OperationPath, yielding body: @escaping Body) {
    self.path = path
    self.body = body
  }

  /// Calls the closure.
  public func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await body(context, continuation)
  }
}
