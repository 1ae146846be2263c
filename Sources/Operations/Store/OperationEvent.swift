/// An event that a kind of operation adds to those of every run, such as the fetch of one page.
public protocol OperationEvent: Sendable {}

/// What a store tells its subscribers.
///
/// It does not name the types of the state: code that is generic over them costs the runtime a
/// look-up of types and a copy of the whole at each step, which would be the greater part of a
/// delivery. What has such a type is in a box.
enum StoreEvent: Sendable {
  /// The new state, in a ``StoreEventBox`` of the type of the store's state.
  case state(any AnyObject & Sendable)
  case runStarted
  /// The result, in a ``StoreEventBox`` of a result with the types of the store's state.
  case outcome(any AnyObject & Sendable)
  case runEnded
  case custom(any OperationEvent)

  /// The event of a change of state.
  static func stateChanged(_ state: some OperationState) -> Self { .state(StoreEventBox(state)) }

  /// The event of a result of a run.
  static func result<Value: Sendable, Failure>(_ result: Result<Value, Failure>) -> Self {
    .outcome(StoreEventBox(result))
  }
}

/// What an event brings, on the heap.
final class StoreEventBox<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// One event on its way to the subscribers.
final class StoreEmission: Sendable {
  let event: StoreEvent
  let context: OperationContext
  /// The run that it belongs to; nil for a change of state.
  let run: OperationRun?
  /// Whether everybody gets it, or only the handler of its run: a result that several runs share
  /// is reported to subscribers once.
  let isForAll: Bool

  init(
    _ event: StoreEvent, context: OperationContext, run: OperationRun? = nil,
    isForAll: Bool = true
  ) {
    self.event = event
    self.context = context
    self.run = run
    self.isForAll = isForAll
  }

  var isStateChange: Bool { if case .state = event { true } else { false } }

  /// Whether a subscriber of one run, or of all if nil, gets the event.
  func isMeant(forSubscriberOf scope: OperationRun?) -> Bool {
    guard let scope else { return isForAll }
    return run == nil || run === scope
  }
}
