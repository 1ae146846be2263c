/// The state of a store as a value, without lock, task or handler.
///
/// Each mutating function takes one event and returns what the store must do about it outside its
/// lock.
struct StoreMachine<State: OperationState>: Sendable {
  typealias Task = OperationTask<State.OperationValue, State.Failure>
  typealias RunResult = Result<State.OperationValue, State.Failure>

  /// The shown state.
  private(set) var state: State
  var context: OperationContext
  /// Raised by each reset; results of earlier runs are ignored.
  private(set) var generation = 0
  /// How often the store was invalidated.
  private var invalidation = 0
  /// The last invalidation before the shown value was fetched.
  private var shownInvalidation = 0

  /// The state without optimistic edits; nil while there are none and ``state`` is that state.
  private var confirmed: State?
  private var edits = OptimisticEdits<State.StateValue>()
  /// The tasks of the runs that have not ended.
  private var activeRuns: [ObjectIdentifier: OperationTaskCore] = [:]

  init(state: State, context: OperationContext) {
    self.state = state
    self.context = context
  }

  // MARK: - Runs

  /// The tasks that have not ended, in no order.
  var activeTasks: [OperationTaskCore] { Array(activeRuns.values) }

  var hasActiveTasks: Bool { !activeRuns.isEmpty }

  /// Whether the value is older than an invalidation.
  var isInvalidated: Bool { shownInvalidation < invalidation }

  /// The run for a task that is about to be created.
  func newRun() -> OperationRun {
    OperationRun(generation: generation, invalidation: invalidation)
  }

  /// Whether the result of a run is older than an invalidation while the shown value is newer.
  private func isOutdated(_ run: OperationRun) -> Bool {
    run.invalidation < shownInvalidation && !State.keepsResultOfEachTask
  }

  mutating func schedule(_ task: inout Task, run: OperationRun) -> StoreStep {
    activeRuns[ObjectIdentifier(run)] = task.core
    return step(in: task.context) { $0.scheduleTask(&task) }
  }

  /// Takes a yield; nil if its run has ended.
  ///
  /// The claim takes a result that several runs share, and is false if another run has it; it is
  /// nil for the result of one run. Only what can be shown is claimed.
  mutating func receive(
    _ result: RunResult, of run: OperationRun, task: Task, context: OperationContext,
    claim: (() -> Bool)?
  ) -> StoreStep? {
    guard activeRuns[ObjectIdentifier(run)] != nil else { return nil }
    guard run.generation == generation else { return StoreStep() }
    let isTaken = !isOutdated(run) && claim?() ?? true
    var step = isTaken ? take(result, for: task, context: context) : StoreStep()
    step.emissions.insert(
      StoreEmission(
        .result(result), context: context, run: run, isForAll: isTaken || claim == nil),
      at: 0)
    return step
  }

  /// Takes the end of a run; its claim works like that of a yield.
  mutating func finish(
    _ result: RunResult, of run: OperationRun, task: Task, context: OperationContext,
    isCancelled: Bool, claim: (() -> Bool)?
  ) -> StoreStep {
    activeRuns[ObjectIdentifier(run)] = nil
    let isCurrent = run.generation == generation
    let isOutdated = isOutdated(run)
    let isResult = isCurrent && !isOutdated && !isCancelled
    let isTaken = isResult && claim?() ?? true
    var step = StoreStep()
    if isCurrent {
      if isResult, case .success = result {
        shownInvalidation = max(shownInvalidation, run.invalidation)
      }
      let effect = isTaken ? take(result, for: task, context: context).effect : .none
      step = self.step(in: context) { state in
        if isCancelled, !isOutdated { state.cancelTask(task) }
        state.finishTask(task)
      }
      step.effect = effect
    }
    let isForAll = isCurrent && (isTaken || isCancelled || claim == nil)
    let events = [
      StoreEmission(
        .result(result), context: context, run: run, isForAll: isForAll),
      StoreEmission(.runEnded, context: context, run: run),
    ]
    step.emissions.insert(contentsOf: events, at: 0)
    return step
  }

  private mutating func take(
    _ result: RunResult, for task: Task, context: OperationContext
  ) -> StoreStep {
    var effect = OperationStateEffect.none
    if case .success = result { edits.dropCommitted() }
    var step = self.step(in: context) {
      effect = $0.update(with: result, for: task, using: context)
    }
    step.effect = effect
    return step
  }

  // MARK: - Writes

  mutating func write(
    _ result: Result<State.StateValue, State.Failure>, context: OperationContext
  ) -> StoreStep {
    if case .success(let value) = result, !edits.isEmpty {
      // A later edit of the log: an earlier one that fails does not undo it.
      _ = edits.append(isCommitted: true) { $0 = value }
    }
    return step(in: context) { $0.update(with: result, using: context) }
  }

  /// Changes the value in place; over pending edits the change itself is logged.
  mutating func modify(
    context: OperationContext, _ transform: @escaping @Sendable (inout State.StateValue) -> Void
  ) -> StoreStep {
    guard !edits.isEmpty else {
      var value = state.currentValue
      transform(&value)
      return write(.success(value), context: context)
    }
    _ = edits.append(isCommitted: true, transform)
    return step(in: context) { $0.update(with: .success($0.currentValue), using: context) }
  }

  mutating func reset(context: OperationContext) -> StoreStep {
    var effect = OperationStateEffect.none
    generation += 1
    shownInvalidation = invalidation
    edits.removeAll()
    var step = self.step(in: context) { effect = $0.reset(using: context) }
    step.effect = effect
    return step
  }

  mutating func invalidate() {
    invalidation += 1
  }

  // MARK: - Optimistic edits

  mutating func addEdit(
    context: OperationContext, _ transform: @escaping @Sendable (inout State.StateValue) -> Void
  ) -> (id: Int, step: StoreStep) {
    if confirmed == nil { confirmed = state }
    let id = edits.append(transform)
    return (id, step(in: context) { _ in })
  }

  mutating func settleEdit(_ id: Int, isCommitted: Bool, context: OperationContext) -> StoreStep {
    guard var base = confirmed else { return StoreStep() }
    switch edits.settle(id, isCommitted: isCommitted, over: base.currentValue) {
    case .unknown: return StoreStep()
    case .unchanged: break
    case .folded(let value): base.overlay(value)
    }
    confirmed = base
    return step(in: context) { _ in }
  }

  /// Changes the confirmed state, applies the edits on top, and reports whether anything changed.
  private mutating func step(
    in context: OperationContext, _ change: (inout State) -> Void
  ) -> StoreStep {
    let previous = state.revision
    var base = confirmed ?? state
    change(&base)
    guard !edits.isEmpty || confirmed != nil else {
      state = base
      return state.revision == previous
        ? StoreStep()
        : StoreStep(emissions: [StoreEmission(.stateChanged(state), context: context)])
    }
    // Two states that differ have different revisions, with the edits on top as without.
    base.advanceRevision(beyond: previous)
    confirmed = edits.isEmpty ? nil : base
    state = base
    if !edits.isEmpty { state.overlay(edits.applied(to: base.currentValue)) }
    return StoreStep(emissions: [StoreEmission(.stateChanged(state), context: context)])
  }
}
