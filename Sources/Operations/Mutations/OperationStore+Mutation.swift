extension OperationStore {
  /// Runs a mutation without a client: the store adds no modifiers and is shared by hand.
  ///
  /// - Parameters:
  ///   - mutation: The mutation with its modifiers.
  ///   - initialValue: What to show before the first run or write.
  ///   - initialContext: The context that the mutation prepares.
  /// - Returns: The store.
  public static func detached<Mutation: MutationRequest>(
    mutation: Mutation, initialValue: Mutation.Value? = nil,
    initialContext: OperationContext = OperationContext()
  ) -> OperationStore
  where State == MutationState<Mutation.Arguments, Mutation.Value, Mutation.Failure> {
    detached(
      operation: mutation, initialState: MutationState(initialValue: initialValue),
      initialContext: initialContext)
  }
}

extension OperationStore where State: MutationStateProtocol {
  /// The runs, oldest first.
  public var history: [MutationHistoryEntry<State.Arguments, State.OperationValue, State.Failure>] {
    state.history
  }

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
    try await run(
      named: "Mutate Task", using: prepared(context, with: arguments), handler: handler)
  }

  /// Makes the task of a run without starting it; the state is loading from now on.
  ///
  /// - Parameters:
  ///   - arguments: What to write.
  ///   - context: The context of the run; nil for the store's.
  /// - Returns: The task.
  public func mutateTask(
    with arguments: State.Arguments, using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure> {
    preparedTask(named: "Mutate Task", using: prepared(context, with: arguments))
  }

  /// Runs again with the arguments of the latest run, as a new entry of the history.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value, or nil if there has been no run: then nothing runs and an issue is
  ///   reported.
  /// - Throws: The failure of the run.
  @discardableResult
  public func retryLatest(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue? {
    guard let context = latest(context) else { return nil }
    return try await run(named: "Retry Latest Task", using: context, handler: handler)
  }

  /// Makes the task of ``retryLatest(using:handler:)`` without starting it.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The task, or nil if there has been no run.
  public func retryLatestTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure>? {
    latest(context).map { preparedTask(named: "Retry Latest Task", using: $0) }
  }

  private func prepared(
    _ context: OperationContext?, with arguments: State.Arguments
  ) -> OperationContext {
    var context = runContext(context)
    context.mutationArguments = arguments
    return context
  }

  private func latest(_ context: OperationContext?) -> OperationContext? {
    var context = runContext(context)
    guard state.prepareRun(context: &context) else {
      context.report(.missingArguments, "\(path) has never been given arguments")
      return nil
    }
    return context
  }
}

extension OperationStore
where State: MutationStateProtocol, State.Arguments == Void {
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

  /// Makes the task of a run without starting it, for a mutation without arguments.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The task.
  public func mutateTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure> {
    mutateTask(with: (), using: context)
  }
}
