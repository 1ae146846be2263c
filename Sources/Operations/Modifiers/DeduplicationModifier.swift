import Synchronization

/// Lets equal runs of one store share one execution.
///
/// ```swift
/// let post = PostQuery(id: 1).deduplicated()  // two screens, one request
/// let renaming = rename.deduplicated()  // two clicks with one title, one request
/// ```
///
/// Each run waits for itself: cancelling one ends only its own waiting, even if it started the
/// execution, and the execution is cancelled when nobody waits any more. The result counts once in
/// the state.
public struct DeduplicationModifier<Operation: OperationRequest>: OperationModifier {
  typealias Flight = SharedFlight<Operation.Value, Operation.Failure>

  /// The executions in flight of one store.
  final class Storage: Sendable {
    struct Entry {
      let context: OperationContext
      let flight: Flight
    }

    struct State {
      var entries: [Entry] = []
      var revision = 0
    }

    let state = Mutex(State())

    /// Forgets an execution that is over: its context would keep this storage, and so itself.
    func remove(_ flight: Flight) {
      // Released outside the lock, like all that belongs to a caller.
      _ = state.withLock { state in
        exchange(&state.entries, with: state.entries.filter { $0.flight !== flight })
      }
    }
  }

  let isEqual: @Sendable (OperationContext, OperationContext) -> Bool

  /// Gives the store a place for its executions in flight.
  public func setup(context: inout OperationContext, using operation: Operation) {
    context.modifierStorage[ObjectIdentifier(Self.self)] = Storage()
    operation.setup(context: &context)
  }

  /// Joins an equal run in flight, or starts an execution that others can join.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    guard let storage = context.modifierStorage[ObjectIdentifier(Self.self)] as? Storage else {
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    }
    let (flight, waiter) = join(storage, context: context, continuation: continuation) { flight in
      flight.start(in: context) { shared in
        let result = await Result.capturing { () async throws(Operation.Failure) in
          try await operation.run(isolation: isolation, in: context, with: shared)
        }
        storage.remove(flight)
        return result
      }
    }
    if case .result(let result) = await flight.wait(waiter, in: context) {
      return try result.get()
    }
    guard let cancelled = OperationCancellation.failure(as: Operation.Failure.self) else {
      // Only a failure type that can say so lets a waiter go before the result.
      preconditionFailure("A waiter that cannot be cancelled has a result.")
    }
    throw cancelled
  }

  /// Finds an execution to join or opens one; the predicate is called outside the lock, and again
  /// if the executions have changed meanwhile.
  private func join(
    _ storage: Storage, context: OperationContext,
    continuation: OperationContinuation<Operation.Value, Operation.Failure>,
    start: (Flight) -> Void
  ) -> (Flight, Int) {
    while true {
      let (entries, revision) = storage.state.withLock { state in
        state.entries.removeAll { !$0.flight.isOpen }
        return (state.entries, state.revision)
      }
      for entry in entries
      where entry.context.isAsFresh(as: context) && isEqual(entry.context, context) {
        if let waiter = entry.flight.join(context: context, continuation: continuation) {
          return (entry.flight, waiter)
        }
      }
      let flight = Flight()
      let isAdded = storage.state.withLock { state in
        guard state.revision == revision else { return false }
        state.revision += 1
        state.entries.append(Storage.Entry(context: context, flight: flight))
        return true
      }
      guard isAdded, let waiter = flight.join(context: context, continuation: continuation) else {
        continue
      }
      start(flight)
      return (flight, waiter)
    }
  }
}

extension OperationRequest {
  /// Lets equal runs that overlap share one execution.
  ///
  /// A run that was asked for after an invalidation does not join one from before, nor does the
  /// work of an execution join that execution. Otherwise all runs of a query are equal; those of a
  /// paginated request are if they ask for the same pages; those of a mutation are if their
  /// arguments are hashable and equal.
  public func deduplicated() -> ModifiedOperation<Self, DeduplicationModifier<Self>> {
    deduplicated { $0.deduplicationIdentity == $1.deduplicationIdentity }
  }

  /// Lets runs that overlap and are equal by a predicate share one execution.
  public func deduplicated(
    by isEqual: @escaping @Sendable (OperationContext, OperationContext) -> Bool
  ) -> ModifiedOperation<Self, DeduplicationModifier<Self>> {
    modifier(DeduplicationModifier(isEqual: isEqual))
  }
}

/// What a run does, as far as its context tells.
private enum DeduplicationIdentity: Equatable {
  case plain
  case pages(PaginatedFetch)
  case arguments(AnyHashable)
  case unique(ObjectIdentifier?)
}

extension OperationContext {
  fileprivate var deduplicationIdentity: DeduplicationIdentity {
    if let fetch = paginatedFetch { return .pages(fetch) }
    guard let arguments = mutationArguments else { return .plain }
    guard let hashable = arguments as? any Hashable else {
      return .unique(operationRun.map(ObjectIdentifier.init))
    }
    return .arguments(AnyHashable(hashable))
  }

  /// Whether a run is not from before an invalidation that another knows of.
  fileprivate func isAsFresh(as other: OperationContext) -> Bool {
    guard let run = operationRun, let newer = other.operationRun else { return true }
    return run.invalidation >= newer.invalidation
  }

  /// What modifiers keep for one store, by the type of the modifier.
  var modifierStorage: [ObjectIdentifier: any Sendable] {
    get { self[ModifierStorageKey.self] }
    set { self[ModifierStorageKey.self] = newValue }
  }

  private enum ModifierStorageKey: Key {
    static let defaultValue: [ObjectIdentifier: any Sendable] = [:]
  }
}
