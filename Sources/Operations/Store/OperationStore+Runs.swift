extension OperationStore {
  /// Makes the task of a run without starting it, or nil if there is nothing to run.
  ///
  /// The state is loading from now on.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The task, or nil for a mutation that has never been given arguments.
  public func runTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure>? {
    var context = runContext(context)
    guard state.prepareRun(context: &context) else { return nil }
    return preparedTask(named: "Task", using: context)
  }

  /// The context of a run: the store's, or a given one, which may come from any run of any store.
  func runContext(_ given: OperationContext?) -> OperationContext {
    let own = context
    return given?.forRun(ofStoreWith: own) ?? own
  }

  /// Makes the task of a run whose context is complete.
  func preparedTask(
    named kind: String, using context: OperationContext, run: OperationRun? = nil
  ) -> OperationTask<State.OperationValue, State.Failure> {
    var context = context
    let run = run ?? newRun()
    context.operationRun = run
    context.storeLink = StoreLink(
      state: { [weak self] in self?.state },
      emit: { [weak self] event, context in
        self?.emit(.custom(event), context: context, run: run)
      })
    let name = "OperationStore<\(State.self)> \(kind)"
    var task = OperationTask<State.OperationValue, State.Failure>(
      name: name, context: context
    ) { [weak self, operation, context] task, interruption in
      if let interruption {
        self?.finish(.failure(interruption), of: run, task: task, context: context)
        return .failure(interruption)
      }
      guard let self else {
        return await Result.capturing { () async throws(State.Failure) in
          try await operation.run(isolation: nil, in: context, with: .ignored)
        }
      }
      return await self.execute(task, run: run, context: context)
    }
    // First of all: a handler that sees the task may ask for the next one of the scope.
    if let scope = context.mutationScope {
      context.mutationScopes?.append(task.core, to: scope)
    }
    perform { $0.schedule(&task, run: run) }
    return task
  }

  /// Runs the operation, adding a handler for this run that does not count as a subscriber.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run and every change of state meanwhile.
  /// - Returns: The final value, or nil for a mutation that has never been given arguments.
  /// - Throws: The failure of the run.
  @discardableResult
  public func run(
    using context: OperationContext? = nil, handler: OperationEventHandler<State>? = nil
  ) async throws(State.Failure) -> State.OperationValue? {
    var context = runContext(context)
    guard state.prepareRun(context: &context) else { return nil }
    return try await run(named: "Task", using: context, handler: handler)
  }

  func run(
    named kind: String, using context: OperationContext, handler: OperationEventHandler<State>?
  ) async throws(State.Failure) -> State.OperationValue {
    guard let handler else {
      return try await preparedTask(named: kind, using: context).runIfNeeded()
    }
    // The handler is in place before the task is, to see the state become loading.
    let run = newRun()
    let mailbox = Mailbox(handler: handler, delivery: .immediate, scope: run)
    let id = add(mailbox)
    defer { remove(id) }
    return try await preparedTask(named: kind, using: context, run: run).runIfNeeded()
  }

  private func newRun() -> OperationRun {
    guarded.withLock { $0.machine.newRun() }
  }

  private func execute(
    _ task: OperationTask<State.OperationValue, State.Failure>, run: OperationRun,
    context: OperationContext
  ) async -> Result<State.OperationValue, State.Failure> {
    emit(.runStarted, context: context, run: run)
    let continuation = OperationContinuation<State.OperationValue, State.Failure> {
      [weak self] result, yieldContext in
      self?.receive(result, of: run, task: task, context: yieldContext ?? context)
    }
    let result = await Result.capturing { () async throws(State.Failure) in
      try await operation.run(isolation: actor, in: context, with: continuation)
    }
    finish(result, of: run, task: task, context: context)
    return result
  }

  private func receive(
    _ result: Result<State.OperationValue, State.Failure>, of run: OperationRun,
    task: OperationTask<State.OperationValue, State.Failure>, context: OperationContext
  ) {
    var context = context
    context.operationResultUpdateReason = .yieldedResult
    let claim = claim(on: context.sharedDelivery)
    var isLate = false
    perform { machine in
      let step = machine.receive(result, of: run, task: task, context: context, claim: claim)
      isLate = step == nil
      return step ?? .init()
    }
    if isLate { context.report(.lateYield, "\(path)") }
  }

  private func finish(
    _ result: Result<State.OperationValue, State.Failure>, of run: OperationRun,
    task: OperationTask<State.OperationValue, State.Failure>, context: OperationContext
  ) {
    var context = context
    context.operationResultUpdateReason = .returnedFinalResult
    var isCancelled = false
    if case .failure(let error) = result {
      isCancelled = task.isCancelled || OperationCancellation.isCancellation(error)
    }
    run.rollBackChanges()
    let claim = claim(on: run.finalDelivery)
    perform { machine in
      machine.finish(
        result, of: run, task: task, context: context, isCancelled: isCancelled, claim: claim)
    }
    tellClientIfUnused()
  }

  /// What takes a shared result for this store; nil if each run has a result of its own.
  private func claim(on delivery: SharedDelivery?) -> (() -> Bool)? {
    guard !State.keepsResultOfEachTask, let delivery else { return nil }
    return { delivery.claim(by: self) }
  }

  /// Cancels every run that is going on.
  public func cancelRuns() {
    guarded.withLock { $0.machine.activeTasks }.forEach { $0.cancel() }
  }
}
