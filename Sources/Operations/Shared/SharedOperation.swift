import Observation

/// An operation as a screen shows it: a main-actor model bound to a store.
///
/// It is a property wrapper and an object: the property is the value, and `$` gives the model.
///
/// ```swift
/// @SharedOperation(PostQuery(id: 1)) var post
///
/// if $post.isLoading { showSpinner() }
/// show(post)  // the value
/// try await $post.fetch()
/// ```
///
/// Without `client:` it belongs to ``OperationClient/default``. Several of them over one operation
/// and client share one store: one state and one fetch. Each is one subscriber for as long as it
/// lives. A screen that reads the value alone does not change when a state with an equal value
/// comes, if values of its type can be compared. Changes that other threads make arrive on the main
/// actor, at most one a turn; changes made through the model are there when its function returns.
///
/// In an `@Observable` class, mark the property `@ObservationIgnored`: the model observes itself. A
/// structure that has such a property without an initialiser of its own is `@MainActor`, as views
/// are.
@MainActor @Observable @propertyWrapper @dynamicMemberLookup
public final class SharedOperation<State: OperationState> {
  /// The state as it is shown.
  public private(set) var state: State

  /// The value as it is shown; changes only to a value that is not equal.
  public private(set) var wrappedValue: State.StateValue

  /// The store, for what the model does not offer.
  public private(set) var store: OperationStore<State>

  /// Whether the value is that of an earlier store, because the store has none yet.
  ///
  /// True only after ``repoint(to:transition:)`` with ``RepointTransition/keepingPrevious``; the
  /// ``state`` is that of the new store meanwhile.
  public private(set) var isShowingPrevious = false

  @ObservationIgnored private var subscription = OperationSubscription.empty

  /// Shows a store that exists.
  public init(store: OperationStore<State>) {
    let state = store.state
    self.store = store
    self.state = state
    self.wrappedValue = state.currentValue
    subscribe()
  }

  /// Shows an operation through the store that its client has for it.
  ///
  /// If the operation may run automatically and is stale, this begins to run it, unless another
  /// model has done so.
  ///
  /// - Parameters:
  ///   - operation: The operation with its modifiers.
  ///   - client: Whose store to use; nil for ``OperationClient/default``.
  public convenience init<Operation: StatefulOperationRequest>(
    _ operation: Operation, client: OperationClient? = nil
  ) where Operation.State == State {
    self.init(store: (client ?? .default).store(for: operation))
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
  ///
  /// - Parameters:
  ///   - newStore: The store.
  ///   - transition: What is shown until the new store has received a value.
  public func repoint(
    to newStore: OperationStore<State>, transition: RepointTransition = .immediate
  ) {
    guard newStore !== store else { return }
    subscription.cancel()
    store = newStore
    setShowingPrevious(transition == .keepingPrevious)
    show(newStore.state)
    subscribe()
  }

  /// Shows another operation from now on.
  ///
  /// ```swift
  /// $results.repoint(to: SearchQuery(words: "heron"), transition: .keepingPrevious)
  /// ```
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - client: Whose store to use; nil for the client of the store that is left.
  ///   - transition: What is shown until the new store has received a value.
  public func repoint<Operation: StatefulOperationRequest>(
    to operation: Operation, client: OperationClient? = nil,
    transition: RepointTransition = .immediate
  ) where Operation.State == State {
    let client = client ?? store.context.operationClient ?? .default
    repoint(to: client.store(for: operation), transition: transition)
  }

  /// Shows the store's own value, although it may have none.
  func showOwnValue() {
    setShowingPrevious(false)
    refresh()
  }

  private func setShowingPrevious(_ isShowing: Bool) {
    if isShowingPrevious != isShowing { isShowingPrevious = isShowing }
  }

  private func subscribe() {
    let store = store
    subscription = store.subscribe(
      with: OperationEventHandler { [weak self] _, _ in
        // The newest state, whatever led to this call, which is on the main actor: see `delivery`.
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
    defer { state = newest }
    if newest.valueUpdateCount > 0 { setShowingPrevious(false) }
    guard !isShowingPrevious else { return }
    let value = newest.currentValue
    if !areKnownEqual(value, wrappedValue) { wrappedValue = value }
  }
}

/// What a model shows between two stores.
public enum RepointTransition: Hashable, Sendable {
  /// The value of the new store at once, which is empty until its first result.
  case immediate
  /// The value from before until the new store has received one; also after an error.
  case keepingPrevious
}
