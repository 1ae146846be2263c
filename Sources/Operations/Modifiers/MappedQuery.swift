import Synchronization

/// A query whose values or errors are transformed, yields included.
///
/// ```swift
/// let post = client.store(for: PostQuery(id: 1))
/// let title = client.store(for: PostQuery(id: 1).map(\.title))
/// try await title.fetch()  // one request; both stores have its answer
/// ```
///
/// It has the path of the query it is made from followed by the type of the new value: two
/// transformations to one type under one path need a path of their own, given with `path`.
///
/// In a client it fetches through the store of the query that it is made from, so that a query and
/// its transformations that are shown together fetch once. Retries and waits are then those of that
/// store, with the limits of this one; a predicate of retries belongs before the transformation.
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
    guard hasOwnPath, context.operationClient != nil else { return }
    // The store of the base retries: attempts of both would multiply.
    context.retryOwner = ObjectIdentifier(Self.self)
    context.modifierStorage[ObjectIdentifier(Self.self)] = SharedBase()
  }

  /// Whether there can be a store of the base next to one of this query.
  private var hasOwnPath: Bool { path != base.path }

  /// Fetches and transforms.
  public func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    let result = await Result.capturing { () async throws(Base.Failure) in
      guard let shared = context.modifierStorage[ObjectIdentifier(Self.self)] as? SharedBase,
        let client = context.operationClient
      else {
        return try await base.run(
          isolation: isolation, in: context, with: continuation.converting(transform))
      }
      let store = shared.store(of: base, in: client, for: context.operationRun)
      return try await store.fetch(
        using: context, handler: yields(to: continuation, in: context))
    }
    return try transform(result).get()
  }

  /// Hands the yields of a run of the base on, with the dates that they have there.
  private func yields(
    to continuation: OperationContinuation<Value, Failure>, in context: OperationContext
  ) -> QueryEventHandler<Base.Value, Base.Failure> {
    let transform = transform
    return QueryEventHandler(onResultReceived: { result, yielded in
      guard yielded.operationResultUpdateReason == .yieldedResult else { return }
      var own = context
      own.operationClock = yielded.operationClock
      continuation.yield(with: transform(result), using: own)
    })
  }
}

/// What one store of a transformed query knows of the store of its base.
private final class SharedBase: Sendable {
  /// The latest invalidation of the transformed query that was passed on to the base.
  private let invalidation = Mutex(0)

  /// The client's store of the base, or one of its own where a store with another state has the
  /// path.
  func store<Base: QueryRequest>(
    of base: Base, in client: OperationClient, for run: OperationRun?
  ) -> OperationStore<Base.State> {
    guard let known = client.store(with: base.path) else {
      return passingInvalidation(of: run, to: client.store(for: base))
    }
    return passingInvalidation(
      of: run,
      to: known.store(of: Base.State.self) ?? client.newStore(for: base, initialState: nil))
  }

  /// Invalidates the base, unless it is already: an answer from before must not be shared.
  private func passingInvalidation<State>(
    of run: OperationRun?, to store: OperationStore<State>
  ) -> OperationStore<State> {
    let latest = run?.invalidation ?? 0
    let isNew = invalidation.withLock { known in
      defer { known = max(known, latest) }
      return latest > known
    }
    if isNew { store.invalidateForNextRun() }
    return store
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
