/// The closures that a subscriber of a query gives.
public typealias QueryEventHandler<Value: Sendable, Failure: Error> =
  OperationEventHandler<QueryState<Value, Failure>>

extension OperationStore {
  /// Runs a query without a client: the store adds no modifiers and is shared by hand.
  ///
  /// - Parameters:
  ///   - query: The query with its modifiers.
  ///   - initialValue: What to show before the first update.
  ///   - initialContext: The context that the query prepares.
  /// - Returns: The store.
  public static func detached<Query: QueryRequest>(
    query: Query, initialValue: Query.Value? = nil,
    initialContext: OperationContext = OperationContext()
  ) -> OperationStore where State == QueryState<Query.Value, Query.Failure> {
    detached(
      operation: query, initialState: QueryState(initialValue: initialValue),
      initialContext: initialContext)
  }
}

extension OperationStore where State: QueryStateProtocol {
  /// Fetches the value.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetch(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue {
    try await run(named: "Task", using: runContext(context), handler: handler)
  }

  /// Makes the task of a fetch without starting it; the state is loading from now on.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The task.
  public func fetchTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure> {
    preparedTask(named: "Task", using: runContext(context))
  }
}
