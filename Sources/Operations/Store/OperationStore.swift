import Foundation
import Synchronization

/// The runtime of one operation: it runs the operation, keeps its state and tells subscribers.
///
/// ```swift
/// let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
/// let subscription = store.subscribe(
///   with: OperationEventHandler { state, _ in show(state.status) })
/// try await store.fetch()
/// subscription.cancel()
/// ```
///
/// A store may be used from any thread. All that it knows is a value behind one lock
/// (`StoreMachine`), which is never held while anything of yours is called: handlers, predicates,
/// specifications and the operation itself may use the store freely. Only what computes and nothing
/// else is called with the lock held: a clock, a default value, an edit. What it can do is in files
/// by kind of operation; all state is in the machine.
///
/// Stores come from an ``OperationClient``, which gives the same store for the same path, or from
/// ``detached(query:initialValue:initialContext:)`` and its siblings.
public final class OperationStore<State: OperationState>: Sendable {
  /// The identity of the operation.
  public let path: OperationPath

  let operation: any OperationRequest<State.OperationValue, State.Failure>
  let actor = StoreActor()
  let guarded: Mutex<Guarded>

  /// What the lock protects.
  struct Guarded {
    var machine: StoreMachine<State>
    var mailboxes: [(id: Int, mailbox: Mailbox)] = []
    var nextMailbox = 0
    var subscriberCount = 0
    /// The run that the first subscription started.
    var subscriptionRun: OperationTaskCore?
    /// Since when there has been no subscriber; nil while there is one.
    var idleSince: Date?
    var controllerSubscriptions: [OperationSubscription] = []
    var countObservers: [(id: Int, observe: @Sendable (Int) -> Void)] = []
    /// The turn of a thread that has exclusive access; nil while none has.
    var turn: ExclusiveTurn<State>?
    /// Held during a turn; made at the first one.
    var turnLock: NSRecursiveLock?
  }

  /// Runs an operation of any kind without a client; the store adds no modifiers.
  ///
  /// - Parameters:
  ///   - operation: The operation with its modifiers.
  ///   - initialState: The state before the first update; nil for the operation's own.
  ///   - initialContext: The context that the operation prepares.
  /// - Returns: The store.
  public static func detached<Operation: StatefulOperationRequest>(
    operation: Operation, initialState: State? = nil,
    initialContext: OperationContext = OperationContext()
  ) -> OperationStore where Operation.State == State {
    OperationStore(
      operation: operation, initialState: initialState ?? operation.initialState,
      context: initialContext)
  }

  init<Operation: StatefulOperationRequest>(
    operation: Operation, initialState: State, context: OperationContext
  ) where Operation.State == State {
    var context = context
    operation.setup(context: &context)
    self.path = operation.path
    self.operation = operation
    var guarded = Guarded(machine: StoreMachine(state: initialState, context: context))
    guarded.idleSince = (context.storeLifetimeClock ?? context.operationClock).now()
    self.guarded = Mutex(guarded)
    attachControllers(of: context)
  }

  private func attachControllers(of context: OperationContext) {
    let controllers = context.operationControllers
    guard !controllers.isEmpty else { return }
    let controls = OperationControls(store: self)
    let subscriptions = controllers.map { controller -> OperationSubscription in
      if let controller = controller as? any OperationController<State> {
        return controller.control(with: controls)
      }
      if let controller = controller as? any StateIndependentController {
        return controller.control(ofAny: controls)
      }
      context.report(.unmatchedController, "\(type(of: controller)) for \(path)")
      return .empty
    }
    guarded.withLock { $0.controllerSubscriptions = subscriptions }
  }

  deinit {
    guarded.withLock { $0.controllerSubscriptions }.forEach { $0.cancel() }
  }
}

/// The actor on which the synchronous parts of a store's runs execute, one after the other.
actor StoreActor {}

// MARK: - Reading

extension OperationStore {
  /// The current state.
  public var state: State { guarded.withLock { $0.machine.state } }

  /// The context of runs; a change applies to those that start afterwards.
  public var context: OperationContext {
    get { guarded.withLock { $0.machine.context } }
    set {
      perform { machine in
        machine.context = newValue
        return StoreStep()
      }
    }
  }

  /// The value to show; writing it counts as an update and does not run the operation.
  public var currentValue: State.StateValue {
    get { state.currentValue }
    set { setResult(to: .success(newValue)) }
  }

  /// The status to show.
  public var status: OperationStatus<State.StatusValue, State.Failure> { state.status }

  /// Whether a run is going on.
  public var isLoading: Bool { state.isLoading }

  /// The error of the latest result; nil after a success.
  public var error: State.Failure? { state.error }

  /// The number of subscriptions; handlers of single runs do not count.
  public var subscriberCount: Int { guarded.withLock { $0.subscriberCount } }

  /// Whether the value should be fetched again, by the operation's conditions or after
  /// ``invalidate()``; always true if it has no conditions.
  public var isStale: Bool {
    let (state, context, isInvalidated) = guarded.withLock {
      ($0.machine.state, $0.machine.context, $0.machine.isInvalidated)
    }
    return isInvalidated || context.isStale(state)
  }

  /// Whether the operation may run without being asked: on the first subscription and by its
  /// controllers.
  public var isAutomaticRunningEnabled: Bool {
    let context = context
    return context.automaticRunningSpecification.isSatisfied(in: context)
  }

  /// Since when nobody has subscribed; nil while somebody does.
  var idleSince: Date? { guarded.withLock { $0.idleSince } }
}

// MARK: - Steps

extension OperationStore {
  /// Makes one step of the machine and does what it asks for, outside the lock.
  ///
  /// Waits for the end of another thread's exclusive access. Within an exclusive access of this
  /// thread, what the step asks for is done at the end of that access.
  @discardableResult
  func perform(
    _ change: (inout StoreMachine<State>) -> StoreStep
  ) -> Bool {
    while true {
      let (delivery, lock) = guarded.withLock {
        guarded -> (StoreDelivery<State>?, NSRecursiveLock?) in
        guard let turn = guarded.turn else { return (guarded.perform(change), nil) }
        guard turn.belongsToCurrentThread else { return (nil, guarded.turnLock) }
        let delivery = guarded.perform(change)
        guarded.turn?.postpone(delivery)
        return (delivery, guarded.turnLock)
      }
      if let delivery {
        if lock == nil { deliver(delivery) }
        return !delivery.step.emissions.isEmpty
      }
      // Somebody else's turn lasts as long as the lock is held.
      lock?.lock()
      lock?.unlock()
    }
  }

  /// Hands out what a step left to do.
  func deliver(_ delivery: StoreDelivery<State>) {
    defer { withExtendedLifetime(delivery.previous) {} }
    EnclosingWork.outside {
      for (_, mailbox) in delivery.mailboxes { mailbox.deliver() }
    }
    for core in delivery.step.effect.cancellations { core.cancel() }
    let context = delivery.previous.context
    for issue in delivery.step.effect.issues {
      context.operationIssueReporter.report(issue, in: context)
    }
  }

  /// Emits events that change nothing.
  func emit(_ event: StoreEvent, context: OperationContext, run: OperationRun?) {
    perform { _ in .init(emissions: [StoreEmission(event, context: context, run: run)]) }
  }
}

extension OperationStore.Guarded {
  /// Makes one step of the machine and puts its events into the mailboxes.
  mutating func perform(
    _ change: (inout StoreMachine<State>) -> StoreStep
  ) -> StoreDelivery<State> {
    let previous = machine
    let step = change(&machine)
    guard !step.emissions.isEmpty else {
      return StoreDelivery(step: step, mailboxes: [], previous: previous)
    }
    for (_, mailbox) in mailboxes {
      for emission in step.emissions { mailbox.put(emission) }
    }
    return StoreDelivery(step: step, mailboxes: mailboxes, previous: previous)
  }
}
