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
    refresh()
  }

  /// The number of subscriptions of the store, this model's included.
  public var subscriberCount: Int { store.subscriberCount }

  /// Whether the value should be fetched again.
  public var isStale: Bool { store.isStale }

  /// Runs the operation: fetches a query, fetches all loaded pages again, or runs a mutation with
  /// its latest arguments.
  ///
  /// - Returns: The final value, or nil for a mutation that has never been given arguments.
  /// - Throws: The failure of the run.
  @discardableResult
  public func run() async throws(State.Failure) -> State.OperationValue? {
    defer { refresh() }
    return try await store.run()
  }
}

extension SharedOperation where State: QueryStateProtocol {
  /// Fetches the value.
  ///
  /// - Returns: The value.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetch() async throws(State.Failure) -> State.OperationValue {
    defer { refresh() }
    return try await store.fetch()
  }

  /// Fetches the value.
  ///
  /// - Returns: The value.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func load() async throws(State.Failure) -> State.OperationValue {
    try await fetch()
  }

  /// Makes the task of a fetch without starting it.
  public func fetchTask() -> OperationTask<State.OperationValue, State.Failure> {
    defer { refresh() }
    return store.fetchTask()
  }
}

extension SharedOperation where State: MutationStateProtocol {
  /// Writes.
  ///
  /// - Parameter arguments: What to write.
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  @discardableResult
  public func mutate(
    with arguments: State.Arguments
  ) async throws(State.Failure) -> State.OperationValue {
    defer { refresh() }
    return try await store.mutate(with: arguments)
  }

  /// Runs again with the arguments of the latest run.
  ///
  /// - Returns: The value, or nil if there has been no run.
  /// - Throws: The failure of the run.
  @discardableResult
  public func retryLatest() async throws(State.Failure) -> State.OperationValue? {
    defer { refresh() }
    return try await store.retryLatest()
  }
}

extension SharedOperation where State: MutationStateProtocol, State.Arguments == Void {
  /// Writes, for a mutation without arguments.
  ///
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  @discardableResult
  public func mutate() async throws(State.Failure) -> State.OperationValue {
    try await mutate(with: ())
  }
}

extension SharedOperation where State: PaginatedStateProtocol {
  /// Fetches the page after the last, or the first page of an empty list.
  ///
  /// - Returns: The page, or nil at once if the list ends.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchNextPage() async throws(State.Failure) -> Page<State.PageID, State.PageValue>? {
    defer { refresh() }
    return try await store.fetchNextPage()
  }

  /// Fetches the page before the first, or the first page of an empty list.
  ///
  /// - Returns: The page, or nil at once if the list starts there.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchPreviousPage() async throws(State.Failure) -> Page<
    State.PageID, State.PageValue
  >? {
    defer { refresh() }
    return try await store.fetchPreviousPage()
  }

  /// Fetches every loaded page again.
  ///
  /// - Returns: The pages.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func refetchAllPages() async throws(State.Failure) -> Pages<
    State.PageID, State.PageValue
  > {
    defer { refresh() }
    return try await store.refetchAllPages()
  }
}
