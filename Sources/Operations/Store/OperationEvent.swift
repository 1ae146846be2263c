/// An event that a kind of operation adds to those of every run, such as the fetch of one page.
public protocol OperationEvent: Sendable {}

/// What a store tells its subscribers.
enum StoreEvent<State: OperationState>: Sendable {
  case stateChanged(State)
  case runStarted
  case result(Result<State.OperationValue, State.Failure>)
  case runEnded
  case custom(any OperationEvent)
}

/// One event on its way to the subscribers.
///
/// Mailboxes do not know the type of the state: code that is generic over it costs the runtime a
/// look-up of types at each step, which would be the greater part of a delivery.
final class StoreEmission: Sendable {
  /// The event, in a `StoreEventBox` of the store's state.
  private let box: any AnyObject & Sendable
  let isStateChange: Bool
  let context: OperationContext
  /// The run that it belongs to; nil for a change of state.
  let run: OperationRun?
  /// Whether everybody gets it, or only the handler of its run: a result that several runs share
  /// is told to subscribers once.
  let isForAll: Bool

  init<State: OperationState>(
    _ event: StoreEvent<State>, context: OperationContext, run: OperationRun? = nil,
    isForAll: Bool = true
  ) {
    self.box = StoreEventBox(event)
    self.isStateChange = if case .stateChanged = event { true } else { false }
    self.context = context
    self.run = run
    self.isForAll = isForAll
  }

  /// The event for a handler of the same store.
  func event<State: OperationState>(of type: State.Type) -> StoreEvent<State> {
    // A store makes events of its own state only, and gives them to its own handlers. A checked
    // cast for each subscriber would be the greater part of a delivery.
    unsafeDowncast(box, to: StoreEventBox<State>.self).event
  }

  /// Whether a subscriber of one run, or of all if nil, gets the event.
  func isMeant(forSubscriberOf scope: OperationRun?) -> Bool {
    guard let scope else { return isForAll }
    return run == nil || run === scope
  }
}

/// An event on the heap.
private final class StoreEventBox<State: OperationState>: Sendable {
  let event: StoreEvent<State>

  init(_ event: StoreEvent<State>) {
    self.event = event
  }
}
