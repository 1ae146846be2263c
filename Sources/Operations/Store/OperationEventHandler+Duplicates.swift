import Synchronization

extension OperationEventHandler {
  /// The handler, called for a state only if it differs from the last one reported.
  ///
  /// Other events come through as they are. Make one for each subscription: it remembers a state.
  ///
  /// - Parameter areEqual: Whether the difference of two states is of no interest.
  /// - Returns: The handler.
  public func removingDuplicates(
    by areEqual: @escaping @Sendable (_ previous: State, _ next: State) -> Bool
  ) -> Self {
    let last = LastState<State>()
    let onStateChanged = onStateChanged
    var handler = self
    handler.onStateChanged = { state, context in
      if let previous = last.told, areEqual(previous, state) { return }
      last.told = state
      onStateChanged?(state, context)
    }
    return handler
  }
}

extension OperationEventHandler where State.StateValue: Equatable {
  /// The handler, called for a state only if it looks different: another value, outcome or error,
  /// or a run that begins or ends.
  public func removingDuplicates() -> Self {
    removingDuplicates { previous, next in
      previous.isLoading == next.isLoading && previous.outcome == next.outcome
        && previous.errorUpdateCount == next.errorUpdateCount
        && previous.currentValue == next.currentValue
    }
  }
}

/// The last state that a handler was called with.
private final class LastState<State: OperationState>: Sendable {
  private let state = Mutex<State?>(nil)

  var told: State? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
