import Synchronization

/// One run of a store, as its modifiers and its store share it through the context.
final class OperationRun: Sendable {
  private struct State {
    var finalDelivery: SharedDelivery?
    var fetchedPages: (any Sendable)?
    /// The changes that wait for another attempt, by modifier; nil once the run is over.
    var optimisticChanges: [ObjectIdentifier: [OptimisticChange]]? = [:]
  }

  /// The state's generation at the start; a reset raises it, and later results are ignored.
  let generation: Int
  /// How often the store had been invalidated at the start; results from before do not make fresh.
  let invalidation: Int
  private let state = Mutex(State())

  init(generation: Int, invalidation: Int) {
    self.generation = generation
    self.invalidation = invalidation
  }

  /// The delivery of the final result, if it is shared with other runs.
  var finalDelivery: SharedDelivery? {
    get { state.withLock { $0.finalDelivery } }
    set { state.withLock { $0.finalDelivery = newValue } }
  }

  /// The pages that a fetch of all pages has got so far; a retry goes on from them.
  var fetchedPages: (any Sendable)? {
    get { state.withLock { $0.fetchedPages } }
    set { state.withLock { $0.fetchedPages = newValue } }
  }

  // MARK: - Optimistic changes

  /// Takes back what a modifier left for the next attempt; nil if there is nothing.
  func takeChanges(of modifier: ObjectIdentifier) -> [OptimisticChange]? {
    state.withLock { $0.optimisticChanges?.removeValue(forKey: modifier) }
  }

  /// Keeps the changes of an attempt that failed for the next one.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - modifier: Whose changes they are.
  /// - Returns: False if the run is over and there will be no next attempt.
  func keep(_ changes: [OptimisticChange], of modifier: ObjectIdentifier) -> Bool {
    state.withLock { state in
      guard state.optimisticChanges != nil else { return false }
      state.optimisticChanges?[modifier] = changes
      return true
    }
  }

  /// Undoes the changes for which no other attempt came.
  func rollBackChanges() {
    let left = state.withLock { state in
      defer { state.optimisticChanges = nil }
      return state.optimisticChanges
    }
    left?.values.joined().forEach { $0.rollBack() }
  }
}

/// One result that several runs receive and a store must count once.
final class SharedDelivery: Sendable {
  private let claimants = Mutex<Set<ObjectIdentifier>>([])

  /// Takes the result for a store; true for the first taker only.
  func claim(by store: AnyObject) -> Bool {
    claimants.withLock { $0.insert(ObjectIdentifier(store)).inserted }
  }
}

extension OperationContext {
  /// The context for a run of a store: what other runs and other stores left in it is not in force.
  ///
  /// - Parameter own: The store's context, with what the modifiers of the store keep.
  /// - Returns: The context.
  func forRun(ofStoreWith own: OperationContext) -> OperationContext {
    var context = self
    context.modifierStorage = own.modifierStorage
    context.retryOwner = own.retryOwner
    context.operationRetryIndex = nil
    context.operationResultUpdateReason = nil
    context.sharedDelivery = nil
    context.paginatedFetch = nil
    context.mutationArguments = nil
    return context
  }

  /// The run that the context belongs to; nil outside a store.
  var operationRun: OperationRun? {
    get { self[OperationRunKey.self] }
    set { self[OperationRunKey.self] = newValue }
  }

  /// The delivery of the current result, if it is shared with other runs.
  var sharedDelivery: SharedDelivery? {
    get { self[SharedDeliveryKey.self] }
    set { self[SharedDeliveryKey.self] = newValue }
  }

  private enum OperationRunKey: Key {
    static let defaultValue: OperationRun? = nil
  }

  private enum SharedDeliveryKey: Key {
    static let defaultValue: SharedDelivery? = nil
  }
}
