import Observation

/// An operation as a screen shows it: a main-actor model bound to a store.
///
/// It is a property wrapper and an object: the property is the value, and `$` gives the model.
///
/// ```swift
/// @SharedOperation(PostQuery(id: 1), client: client) var post
///
/// if $post.isLoading { showSpinner() }
/// show(post)                       // the value
/// try await $post.fetch()
/// ```
///
/// Several of them over one operation and client share one store: one state and one fetch. Each is
/// one subscriber for as long as it lives. Who observes the value alone is not told of a state with
/// an equal one, if values of its type can be compared. Changes that other threads make arrive on
/// the main actor, at most one a turn; changes made through the model are there when its function
/// returns.
@MainActor @Observable @propertyWrapper @dynamicMemberLookup
public final class SharedOperation<State: OperationState> {
  /// The state as it is shown.
  public private(set) var state: State

  /// The value as it is shown; changes only to a value that is not equal.
  public private(set) var wrappedValue: State.StateValue

  /// The store, for what the model does not offer.
  public private(set) var store: OperationStore<State>

  @ObservationIgnored private var subscription = OperationSubscription.empty

  /// Creates a model of a store.
  public init(store: OperationStore<State>) {
    let state = store.state
    self.store = store
    self.state = state
    self.wrappedValue = state.currentValue
    subscribe()
  }

  /// Creates a model of an operation.
  ///
  /// - Parameters:
  ///   - operation: The operation with its modifiers.
  ///   - client: Whose store to use; nil for ``OperationClient/current``, and if there is none for
  ///     a store that is shared with nobody.
  public convenience init<Operation: StatefulOperationRequest>(
    _ operation: Operation, client: OperationClient? = nil
  ) where Operation.State == State {
    let client = client ?? OperationClient.current
    self.init(store: client?.store(for: operation) ?? .detached(operation: operation))
  }

  /// The model itself; setting it to another model re-points this one to that one's store.
  public var projectedValue: SharedOperation {
    get { self }
    set { if newValue !== self { repoint(to: newValue.store) } }
  }

  /// Reads from the state: `isLoading`, `status`, `error`, ….
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Shows another store from now on, as a search does with each change of its words.
  ///
  /// The results of the store that is left stay in its client for as long as that keeps it.
  public func repoint(to newStore: OperationStore<State>) {
    guard newStore !== store else { return }
    subscription.cancel()
    store = newStore
    show(newStore.state)
    subscribe()
  }

  /// Shows another operation from now on.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - client: Whose store to use; nil for the client of the store that is left.
  public func repoint<Operation: StatefulOperationRequest>(
    to operation: Operation, client: OperationClient? = nil
  ) where Operation.State == State {
    let client = client ?? store.context.operationClient ?? OperationClient.current
    repoint(to: client?.store(for: operation) ?? .detached(operation: operation))
  }

  private func subscribe() {
    let store = store
    subscription = store.subscribe(
      with: OperationEventHandler { [weak self] _, _ in
        // The newest state, whatever led to this call.
        MainActor.assumeIsolated { self?.refresh() }
      },
      delivery: .mainActor)
    refresh()
  }

  /// Takes the newest state of the store; does nothing if it is shown already.
  func refresh() {
    let newest = store.state
    if newest.revision != state.revision { show(newest) }
  }

  private func show(_ newest: State) {
    let value = newest.currentValue
    if !areKnownEqual(value, wrappedValue) { wrappedValue = value }
    state = newest
  }
}

extension OperationClient {
  /// The client for models that are given none, within a task; nil unless set by
  /// `OperationClient.$current.withValue(…)`.
  @TaskLocal public static var current: OperationClient?
}
