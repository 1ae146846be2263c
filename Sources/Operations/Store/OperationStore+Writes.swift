extension OperationStore {
  /// Writes a value or an error; counts as an update and does not run the operation.
  ///
  /// - Parameters:
  ///   - result: The value or error.
  ///   - context: The context of the write; nil for the store's.
  public func setResult(
    to result: Result<State.StateValue, State.Failure>, using context: OperationContext? = nil
  ) {
    let context = context ?? self.context
    perform { $0.write(result, context: context) }
  }

  /// Changes the value in one step.
  ///
  /// While optimistic edits are shown, the change is kept as a change: undoing an edit that came
  /// before it leaves it in place.
  ///
  /// - Parameters:
  ///   - context: The context of the write; nil for the store's.
  ///   - transform: Changes the value. Called with the store's lock held and possibly again later,
  ///     so it must compute and nothing else.
  public func modify(
    using context: OperationContext? = nil,
    _ transform: @escaping @Sendable (inout State.StateValue) -> Void
  ) {
    let context = context ?? self.context
    perform { $0.modify(context: context, transform) }
  }

  /// Goes back to the initial state, cancels all runs and ignores what they still return.
  ///
  /// - Parameter context: The context of the reset; nil for the store's.
  public func resetState(using context: OperationContext? = nil) {
    let context = context ?? self.context
    let tasks = guarded.withLock { $0.machine.activeTasks }
    perform { $0.reset(context: context) }
    tasks.forEach { $0.cancel() }
  }

  /// Marks the value as stale until a run that starts from now on succeeds, and runs the operation
  /// if somebody is subscribed and automatic running is enabled.
  ///
  /// A run that goes on may bring an answer from before: it goes on, but the new run does not share
  /// its execution, and its result no longer replaces that of the new one.
  public func invalidate() {
    let hasSubscribers = guarded.withLock { guarded in
      guarded.machine.invalidate()
      return guarded.subscriberCount > 0
    }
    guard hasSubscribers, isAutomaticRunningEnabled else { return }
    runTask()?.start()
  }

  /// Groups reads and writes: subscribers see one change.
  ///
  /// The view that the body gets is a copy. If the store was changed by somebody else meanwhile,
  /// the body is called again with the new state, at most eight times; after that its writes are
  /// applied to whatever the state is. The body may call anything, this store included.
  ///
  /// - Parameter body: Reads and writes the view; may be called several times.
  /// - Returns: What the body returned last.
  /// - Throws: What the body throws; then nothing is written.
  @discardableResult
  public func withExclusiveAccess<Value, Failure: Error>(
    _ body: (inout OperationStoreView<State>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var attemptsLeft = 8
    while true {
      let (state, context) = guarded.withLock { ($0.machine.state, $0.machine.context) }
      var view = OperationStoreView(state: state, context: context)
      let value = try body(&view)
      attemptsLeft -= 1
      if commit(view, from: state.revision, isForced: attemptsLeft == 0) { return value }
    }
  }

  private func commit(
    _ view: OperationStoreView<State>, from revision: Int, isForced: Bool
  ) -> Bool {
    var isCommitted = false
    perform { machine in
      guard isForced || machine.state.revision == revision else { return .init() }
      isCommitted = true
      if view.isContextChanged { machine.context = view.context }
      var step = StoreStep()
      for write in view.writes {
        // Only the last state is shown: the group is one change.
        step = machine.write(write, context: view.context)
      }
      return step
    }
    return isCommitted
  }
}

/// A store's state and context while several accesses are grouped.
public struct OperationStoreView<State: OperationState> {
  /// The state with the writes made so far.
  public private(set) var state: State

  /// The context; a change is kept with the writes.
  public var context: OperationContext {
    didSet { isContextChanged = true }
  }

  private(set) var isContextChanged = false
  private(set) var writes: [Result<State.StateValue, State.Failure>] = []

  init(state: State, context: OperationContext) {
    self.state = state
    self.context = context
  }

  /// The value to show; writing it counts as an update.
  public var currentValue: State.StateValue {
    get { state.currentValue }
    set { setResult(to: .success(newValue)) }
  }

  /// Writes a value or an error.
  public mutating func setResult(to result: Result<State.StateValue, State.Failure>) {
    writes.append(result)
    state.update(with: result, using: context)
  }
}
