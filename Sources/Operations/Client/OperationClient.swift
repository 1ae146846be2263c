import Foundation
import Synchronization

/// Holds one store for each path, so that everybody who shows an operation shares its state.
///
/// ```swift
/// let client = OperationClient(defaultContext: context)
/// let post = client.store(for: PostQuery(id: 1).stale(after: .seconds(60)))
/// try await post.fetch()  // fresh for a minute
/// client.invalidate(matching: post.path)  // stale at once, and fetched again where it is shown
/// ```
///
/// Make one client for the application and hand it down. A store is dropped when nobody has
/// subscribed for a while, when there are too many, or under memory pressure; who still holds it
/// can go on using it, but the client makes a new one when next asked.
public final class OperationClient: Sendable {
  /// What changed in a client.
  public struct Change<Store: OperationPathable & Sendable>: Sendable {
    /// The stores that were added, in order; may be empty.
    public let added: OperationPathableCollection<Store>
    /// The stores that were removed, in order; may be empty.
    public let removed: OperationPathableCollection<Store>
  }

  struct Guarded {
    var registry = StoreRegistry()
    var schedule: EvictionSchedule
    var defaultContext: OperationContext
    var pressureSubscription: OperationSubscription?
  }

  let guarded: Mutex<Guarded>
  let changes = ObserverList<Change<OpaqueOperationStore>>()
  private let storeCreator: any StoreCreator

  /// Starts without stores; they are made when they are first asked for.
  ///
  /// - Parameters:
  ///   - defaultContext: The context that each new store starts with.
  ///   - storeCreator: Makes the stores; in tests one without retries and waits.
  ///   - storeLifetime: The time without subscribers after which a store is dropped, by the clock
  ///     of the default context; nil for never. Looked at whenever the client is used.
  ///   - maximumStoreCount: The number of stores beyond which the longest unused are dropped; nil
  ///     for no bound. Stores in use are never dropped, so there may be more.
  ///   - memoryPressureSource: Reports when memory is scarce; nil for nobody.
  public init(
    defaultContext: OperationContext = OperationContext(),
    storeCreator: any StoreCreator = .automatic(),
    storeLifetime: OperationDuration? = .seconds(300),
    maximumStoreCount: Int? = 10_000,
    memoryPressureSource: (any MemoryPressureSource)? = nil
  ) {
    self.storeCreator = storeCreator
    var context = defaultContext
    context.mutationScopes = MutationScopes()
    self.guarded = Mutex(
      Guarded(
        schedule: EvictionSchedule(
          lifetime: storeLifetime?.seconds, maximumCount: maximumStoreCount),
        defaultContext: context))
    guarded.withLock { $0.defaultContext.weakOperationClient = WeakOperationClient(self) }
    let subscription = memoryPressureSource?.subscribe { [weak self] in self?.evict(under: $0) }
    guarded.withLock { $0.pressureSubscription = subscription }
  }

  /// The context that each new store starts with; a change does not touch stores that exist.
  public var defaultContext: OperationContext {
    get { guarded.withLock { $0.defaultContext } }
    set {
      _ = guarded.withLock { guarded in
        var context = newValue
        context.mutationScopes = guarded.defaultContext.mutationScopes
        context.weakOperationClient = WeakOperationClient(self)
        return exchange(&guarded.defaultContext, with: context)
      }
    }
  }
}

// MARK: - Getting stores

extension OperationClient {
  /// The store of an operation: the same one for the same path and type.
  ///
  /// Under the path of a store whose operation is of another type, this reports an issue and makes
  /// a store that the client does not keep. Modifiers are part of the type, so build each
  /// operation in one place.
  ///
  /// - Parameters:
  ///   - operation: The operation with its modifiers.
  ///   - initialState: The state of a new store; nil for the operation's own.
  /// - Returns: The store.
  public func store<Operation: StatefulOperationRequest>(
    for operation: Operation, initialState: Operation.State? = nil
  ) -> OperationStore<Operation.State> {
    let path = operation.path
    let type = ObjectIdentifier(Operation.self)
    let (entry, context, evicted) = guarded.withLock { guarded in
      let evicted = guarded.evictUnused()
      return (guarded.registry[path], guarded.defaultContext, evicted)
    }
    notify(added: [], removed: evicted)
    if let entry { return existing(entry, type: type, operation, initialState, context) }
    // Made outside the lock: it asks the operation and its controllers.
    let store = makeStore(operation, initialState, context)
    let raced = add(OpaqueOperationStore(store), type: type, now: context.operationClock.now())
    guard let raced else { return store }
    return existing(raced, type: type, operation, initialState, context)
  }

  /// The store of a query.
  ///
  /// - Parameters:
  ///   - query: The query with its modifiers.
  ///   - initialValue: What a new store shows before the first update.
  /// - Returns: The store.
  public func store<Query: QueryRequest>(
    for query: Query, initialValue: Query.Value?
  ) -> OperationStore<QueryState<Query.Value, Query.Failure>> {
    store(for: query, initialState: QueryState(initialValue: initialValue))
  }

  private func existing<Operation: StatefulOperationRequest>(
    _ entry: StoreRegistry.Entry, type: ObjectIdentifier, _ operation: Operation,
    _ initialState: Operation.State?, _ context: OperationContext
  ) -> OperationStore<Operation.State> {
    if entry.operationType == type, let store = entry.store.store(of: Operation.State.self) {
      return store
    }
    context.report(.duplicatePath, "\(operation.path) for \(operation.debugTypeName)")
    return makeStore(operation, initialState, context)
  }

  /// Makes a store that the client does not keep.
  func newStore<Operation: StatefulOperationRequest>(
    for operation: Operation, initialState: Operation.State?
  ) -> OperationStore<Operation.State> {
    makeStore(operation, initialState, defaultContext)
  }

  private func makeStore<Operation: StatefulOperationRequest>(
    _ operation: Operation, _ initialState: Operation.State?, _ context: OperationContext
  ) -> OperationStore<Operation.State> {
    var context = context
    // The client drops stores by its own clock, whatever clock their operations have.
    context.storeLifetimeClock = context.operationClock
    return storeCreator.store(
      for: operation, in: context, initialState: initialState ?? operation.initialState)
  }

  /// Keeps a store, unless there is one under its path, which is returned.
  private func add(
    _ store: OpaqueOperationStore, type: ObjectIdentifier, now: Date
  ) -> StoreRegistry.Entry? {
    let (existing, evicted) = guarded.withLock { guarded in
      if let entry = guarded.registry[store.path] {
        return (Optional(entry), [OpaqueOperationStore]())
      }
      _ = guarded.registry.insert(store, operationType: type)
      guarded.schedule.add(guarded.registry[store.path], of: guarded.registry, at: now)
      return (
        nil, guarded.schedule.evict(from: &guarded.registry, sparing: store, now: now)
      )
    }
    if existing == nil { notify(added: [store], removed: evicted) }
    return existing
  }

  /// The store of exactly that path, or nil.
  public func store(with path: OperationPath) -> OpaqueOperationStore? {
    guarded.withLock { $0.registry[path]?.store }
  }

  /// The stores whose path begins with the given one, in the order of creation; all for `[]`.
  public func stores(
    matching path: OperationPath
  ) -> OperationPathableCollection<OpaqueOperationStore> {
    evictUnused()
    return OperationPathableCollection(distinct: entries(matching: path).map(\.store))
  }

  /// The stores of one type of state whose path begins with the given one, in the order of
  /// creation.
  public func stores<State: OperationState>(
    matching path: OperationPath, of type: State.Type
  ) -> OperationPathableCollection<OperationStore<State>> {
    evictUnused()
    return OperationPathableCollection(
      distinct: entries(matching: path).compactMap { $0.store.store(of: State.self) })
  }

  func entries(matching path: OperationPath) -> [StoreRegistry.Entry] {
    guarded.withLock { $0.registry.entries(matching: path) }
  }

  /// Marks the matching stores as stale; those that are shown and may run automatically run once.
  public func invalidate(matching path: OperationPath) {
    for entry in entries(matching: path) { entry.store.invalidate() }
  }
}

// MARK: - The client in a context

/// A client that a context must not keep alive.
struct WeakOperationClient: Sendable {
  private(set) weak var client: OperationClient?

  init(_ client: OperationClient) {
    self.client = client
  }
}

extension OperationContext {
  /// The client of the store; nil for a detached store, and once the client is gone.
  public var operationClient: OperationClient? { weakOperationClient?.client }

  /// The clock by which the client of a store drops it; nil for a detached store.
  var storeLifetimeClock: (any OperationClock)? {
    get { self[StoreLifetimeClockKey.self] }
    set { self[StoreLifetimeClockKey.self] = newValue }
  }

  private enum StoreLifetimeClockKey: Key {
    static let defaultValue: (any OperationClock)? = nil
  }

  var weakOperationClient: WeakOperationClient? {
    get { self[WeakOperationClientKey.self] }
    set { self[WeakOperationClientKey.self] = newValue }
  }

  private enum WeakOperationClientKey: Key {
    static let defaultValue: WeakOperationClient? = nil
  }
}
