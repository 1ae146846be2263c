extension SharedOperation {
  /// Writes a value; counts as an update and does not run the operation.
  public func setValue(_ value: State.StateValue) {
    setResult(to: .success(value))
  }

  /// Writes a value or an error; counts as an update and does not run the operation.
  public func setResult(to result: Result<State.StateValue, State.Failure>) {
    store.setResult(to: result)
    refresh()
  }

  /// Changes the value in one step.
  public func withLock(_ transform: @escaping @Sendable (inout State.StateValue) -> Void) {
    store.modify(transform)
    refresh()
  }

  /// Goes back to the initial state, and ignores runs that go on.
  public func resetState() {
    store.resetState()
    showOwnValue()
  }

  /// The number of subscriptions of the store, this model's included.
  public var subscriberCount: Int { store.subscriberCount }

  /// Whether the value should be fetched again.
  public var isStale: Bool { store.isStale }

  /// Runs the operation: fetches a query, fetches all loaded pages again, or runs a mutation with
  /// its latest arguments.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The final value, or nil for a mutation that has never been given arguments.
  /// - Throws: The failure of the run.
  @discardableResult
  public func run(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue? {
    defer { refresh() }
    return try await store.run(using: context, handler: handler)
  }
}

extension SharedOperation where State: QueryStateProtocol {
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
    defer { refresh() }
    return try await store.fetch(using: context, handler: handler)
  }

  /// Fetches the value; another name of ``fetch(using:handler:)``.
  ///
  /// - Returns: The value.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func load() async throws(State.Failure) -> State.OperationValue {
    try await fetch()
  }

  /// Makes the task of a fetch without starting it; the state is loading from now on.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The task.
  public func fetchTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure> {
    defer { refresh() }
    return store.fetchTask(using: context)
  }
}

extension SharedOperation where State: MutationStateProtocol {
  /// Writes.
  ///
  /// - Parameters:
  ///   - arguments: What to write.
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  @discardableResult
  public func mutate(
    with arguments: State.Arguments, using context: OperationContext? = nil,
    handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue {
    defer { refresh() }
    return try await store.mutate(with: arguments, using: context, handler: handler)
  }

  /// Runs again with the arguments of the latest run.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value, or nil if there has been no run.
  /// - Throws: The failure of the run.
  @discardableResult
  public func retryLatest(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue? {
    defer { refresh() }
    return try await store.retryLatest(using: context, handler: handler)
  }
}

extension SharedOperation where State: MutationStateProtocol, State.Arguments == Void {
  /// Writes, for a mutation without arguments.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  @discardableResult
  public func mutate(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue {
    try await mutate(with: (), using: context, handler: handler)
  }
}

extension SharedOperation where State: PaginatedStateProtocol {
  /// Fetches the page after the last, or the first page of an empty list.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The page, or nil at once if the list ends.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchNextPage(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Page<State.PageID, State.PageValue>? {
    defer { refresh() }
    return try await store.fetchNextPage(using: context, handler: handler)
  }

  /// Fetches the page before the first, or the first page of an empty list.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The page, or nil at once if the list starts there.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchPreviousPage(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Page<
    State.PageID, State.PageValue
  >? {
    defer { refresh() }
    return try await store.fetchPreviousPage(using: context, handler: handler)
  }

  /// Fetches every loaded page again.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The pages.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func refetchAllPages(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Pages<
    State.PageID, State.PageValue
  > {
    defer { refresh() }
    return try await store.refetchAllPages(using: context, handler: handler)
  }
}
