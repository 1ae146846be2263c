/// A query whose values or errors are transformed, yields included.
///
/// It has the path of the query it is made from followed by the type of the new value: two
/// transformations to one type under one path need a path of their own, given with `path`.
public struct MappedQuery<
  Base: QueryRequest, Value: Sendable, Failure: Error
>: QueryRequest {
  let base: Base
  let mappedPath: OperationPath?
  let transform: @Sendable (Result<Base.Value, Base.Failure>) -> Result<Value, Failure>

  /// The path of the query followed by the type of the value, or the path that was given.
  public var path: OperationPath {
    mappedPath ?? base.path.appending(ObjectIdentifier(Value.self))
  }

  /// The name of the query's type.
  public var debugTypeName: String { base.debugTypeName }

  /// Lets the query prepare the context.
  public func setup(context: inout OperationContext) {
    base.setup(context: &context)
  }

  /// Fetches and transforms.
  public func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    let result = await Result.capturing { () async throws(Base.Failure) in
      try await base.run(
        isolation: isolation, in: context, with: continuation.converting(transform))
    }
    return try transform(result).get()
  }
}

extension QueryRequest {
  /// The query with its values transformed.
  ///
  /// - Parameters:
  ///   - path: The identity of the new query; nil for this query's path and the new type.
  ///   - transform: Computes the new value.
  /// - Returns: The new query.
  public func map<NewValue: Sendable>(
    path: OperationPath? = nil, _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> MappedQuery<Self, NewValue, Failure> {
    MappedQuery(base: self, mappedPath: path) { $0.map(transform) }
  }

  /// The query with its errors transformed; it keeps its path.
  ///
  /// Cancellation becomes cancellation if the new type can hold it, and is transformed otherwise.
  ///
  /// - Parameter transform: Computes the new error.
  /// - Returns: The new query.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> MappedQuery<Self, Value, NewFailure> {
    MappedQuery(base: self, mappedPath: path) { result in
      result.mapError { error in
        guard OperationCancellation.isCancellation(error) else { return transform(error) }
        return OperationCancellation.failure(as: NewFailure.self) ?? transform(error)
      }
    }
  }
}
