/// The closures that a subscriber of a store gives; each may be nil.
///
/// ```swift
/// let handler = OperationEventHandler<PostQuery.State>(
///   onStateChanged: { state, _ in show(state.currentValue?.title ?? "…") },
///   onRunEnded: { _ in show("fetched") })
/// let subscription = store.subscribe(with: handler.removingDuplicates())
/// ```
///
/// For a run, the order is: state (loading), run started, then for each yield the result and the
/// state, then the final result, run ended, and the state after it.
public struct OperationEventHandler<State: OperationState>: Sendable {
  /// Called with the current state on subscription and with each changed state.
  public var onStateChanged: (@Sendable (State, OperationContext) -> Void)?
  /// Called when a run starts.
  public var onRunStarted: (@Sendable (OperationContext) -> Void)?
  /// Called when a run ends, after its final result.
  public var onRunEnded: (@Sendable (OperationContext) -> Void)?
  /// Called for each yield and for the final result; the context holds the reason.
  public var onResultReceived:
    (@Sendable (Result<State.OperationValue, State.Failure>, OperationContext) -> Void)?
  /// Called for the events that a kind of operation adds.
  public var onEvent: (@Sendable (any OperationEvent, OperationContext) -> Void)?

  /// Takes the events for which it is given a closure; the others cost nothing.
  public init(
    onStateChanged: (@Sendable (State, OperationContext) -> Void)? = nil,
    onRunStarted: (@Sendable (OperationContext) -> Void)? = nil,
    onRunEnded: (@Sendable (OperationContext) -> Void)? = nil,
    onResultReceived: (
      @Sendable (Result<State.OperationValue, State.Failure>, OperationContext) -> Void
    )? = nil,
    onEvent: (@Sendable (any OperationEvent, OperationContext) -> Void)? = nil
  ) {
    self.onStateChanged = onStateChanged
    self.onRunStarted = onRunStarted
    self.onRunEnded = onRunEnded
    self.onResultReceived = onResultReceived
    self.onEvent = onEvent
  }

  /// Whether there is a closure for an event.
  func takes(_ event: StoreEvent) -> Bool {
    switch event {
    case .state: onStateChanged != nil
    case .runStarted: onRunStarted != nil
    case .outcome: onResultReceived != nil
    case .runEnded: onRunEnded != nil
    case .custom: onEvent != nil
    }
  }

  /// Calls the closure for an event of a store of this state.
  func handle(_ emission: StoreEmission) {
    // A store makes events with its own types only, and gives them to its own handlers. A checked
    // cast for each subscriber would be the greater part of a delivery.
    switch emission.event {
    case .state(let box):
      guard let onStateChanged else { return }
      let state = unsafeDowncast(box, to: StoreEventBox<State>.self)
      onStateChanged(state.content, emission.context)
    case .runStarted:
      onRunStarted?(emission.context)
    case .outcome(let box):
      guard let onResultReceived else { return }
      typealias RunResult = Result<State.OperationValue, State.Failure>
      let result = unsafeDowncast(box, to: StoreEventBox<RunResult>.self)
      onResultReceived(result.content, emission.context)
    case .runEnded:
      onRunEnded?(emission.context)
    case .custom(let event):
      onEvent?(event, emission.context)
    }
  }
}

/// Where the closures of a subscriber are called.
public enum OperationDelivery: Sendable {
  /// On the thread that changed the store, before the change returns.
  case immediate
  /// On an actor, later. States that pile up meanwhile are dropped but for the newest.
  case actor(any Actor)

  /// On the main actor, later, at most one state a turn.
  public static var mainActor: Self { .actor(MainActor.shared) }
}
