import Foundation

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

  /// Marks the value as stale, unless it is already, and leaves it to the caller to run the
  /// operation.
  func invalidateForNextRun() {
    guarded.withLock { guarded in
      if !guarded.machine.isInvalidated { guarded.machine.invalidate() }
    }
  }

  /// Gives the current thread the store to itself: what it reads stays true until it has written.
  ///
  /// ```swift
  /// store.withExclusiveAccess { store in
  ///   store.currentValue.append(note)
  /// }
  /// ```
  ///
  /// The body is called once. Writes and results of other threads wait until it returns; reads do
  /// not wait and see the state from before. Subscribers see one change, after the access has
  /// ended. The body should take no longer than a change of a value takes. It may use this store
  /// past the view: what it writes there is applied at once, and the view's writes after it.
  ///
  /// - Warning: Two threads that each hold one store and ask for the other's wait permanently.
  ///   Where one access encloses that of another store, always enclose them in the same order.
  /// - Parameter body: Reads and writes the view.
  /// - Returns: What the body returned.
  /// - Throws: What the body throws; then nothing of the view is written.
  @discardableResult
  public func withExclusiveAccess<Value, Failure: Error>(
    _ body: (inout OperationStoreView<State>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock = turnLock()
    lock.lock()
    var view = beginAccess()
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try body(&view))
    } catch {
      view.discardChanges()
      result = .failure(error)
    }
    let deliveries = endAccess(committing: view)
    lock.unlock()
    deliveries.forEach(deliver)
    return try result.get()
  }

  private func turnLock() -> NSRecursiveLock {
    guarded.withLock { guarded in
      let lock = guarded.turnLock ?? NSRecursiveLock()
      guarded.turnLock = lock
      return lock
    }
  }

  private func beginAccess() -> OperationStoreView<State> {
    guarded.withLock { guarded in
      var turn = guarded.turn ?? ExclusiveTurn()
      turn.enter()
      guarded.turn = turn
      return OperationStoreView(state: guarded.machine.state, context: guarded.machine.context)
    }
  }

  private func endAccess(committing view: OperationStoreView<State>) -> [StoreDelivery<State>] {
    perform { machine in
      if view.isContextChanged { machine.context = view.context }
      var step = StoreStep()
      for write in view.writes {
        // Only the last state is shown: the group is one change.
        step = machine.write(write, context: view.context)
      }
      return step
    }
    return guarded.withLock { guarded in
      guard let deliveries = guarded.turn?.leave() else { return [] }
      guarded.turn = nil
      return deliveries
    }
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

  /// Forgets the changes made so far.
  mutating func discardChanges() {
    writes = []
    isContextChanged = false
  }

  /// Writes a value or an error.
  public mutating func setResult(to result: Result<State.StateValue, State.Failure>) {
    writes.append(result)
    state.update(with: result, using: context)
  }
}
