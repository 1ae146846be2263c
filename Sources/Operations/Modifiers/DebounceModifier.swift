import Synchronization

/// Waits for a time without new runs, and then runs once for all that were asked for.
///
/// ```swift
/// let save = MutationOperation(["save"]) { (title: String, context) in
///   try await context.server.rename(1, to: title)
/// }
/// .debounce(.milliseconds(300))  // saves the last of the titles that come in a burst
/// ```
///
/// Every run gets the result of that one execution, which has the context (and so the arguments) of
/// the run that came last. A run that comes while it executes starts a new wait.
public struct DebounceModifier<Operation: OperationRequest>: OperationModifier {
  typealias Flight = SharedFlight<Operation.Value, Operation.Failure>

  /// The execution of one store that waits to start.
  final class Storage: Sendable {
    struct State {
      var flight: Flight?
      var timer: Task<Void, Never>?
      var latest = 0
    }

    let state = Mutex(State())
  }

  let duration: OperationDuration

  /// Gives the store a place for its waiting execution.
  public func setup(context: inout OperationContext, using operation: Operation) {
    context.modifierStorage[ObjectIdentifier(Self.self)] = Storage()
    operation.setup(context: &context)
  }

  /// Joins the waiting execution, or opens one, and restarts its wait.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    guard let storage = context.modifierStorage[ObjectIdentifier(Self.self)] as? Storage else {
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    }
    let (flight, waiter, turn) = join(storage, context: context, continuation: continuation)
    let timer = context.operationTaskConfiguration.task(named: "Operation Debounce Task") {
      // However the wait ends: a timer that was overtaken by a later run takes nothing, and an
      // execution for which nobody waits does not start.
      try? await context.operationDelayer.delay(for: duration)
      guard take(flight, from: storage, turn: turn) else { return }
      flight.start(in: context) { shared in
        await Result.capturing { () async throws(Operation.Failure) in
          try await operation.run(isolation: isolation, in: context, with: shared)
        }
      }
    }
    replaceTimer(of: storage, by: timer, turn: turn)
    switch await flight.wait(waiter, in: context) {
    case .result(let result): return try result.get()
    case .expired, nil: break
    }
    if !flight.isOpen { timer.cancel() }
    guard let cancelled = OperationCancellation.failure(as: Operation.Failure.self) else {
      preconditionFailure("A waiter that cannot be cancelled has a result.")
    }
    throw cancelled
  }

  private func join(
    _ storage: Storage, context: OperationContext,
    continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) -> (Flight, waiter: Int, turn: Int) {
    storage.state.withLock { state in
      state.latest += 1
      if let flight = state.flight,
        let waiter = flight.join(context: context, continuation: continuation)
      {
        return (flight, waiter, state.latest)
      }
      let flight = Flight()
      state.flight = flight
      // A new execution is open to its first run.
      let waiter = flight.join(context: context, continuation: continuation) ?? 0
      return (flight, waiter, state.latest)
    }
  }

  /// Whether the wait of a run is over and no later run has started another.
  private func take(_ flight: Flight, from storage: Storage, turn: Int) -> Bool {
    storage.state.withLock { state in
      guard state.latest == turn, state.flight === flight else { return false }
      state.flight = nil
      return true
    }
  }

  private func replaceTimer(of storage: Storage, by timer: Task<Void, Never>, turn: Int) {
    let overtaken = storage.state.withLock { state -> Task<Void, Never>? in
      guard state.latest == turn else { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    overtaken?.cancel()
  }
}

extension OperationRequest {
  /// Runs once after a time without new runs, for all that were asked for meanwhile.
  ///
  /// Put it outside a deduplication, or use it in its place.
  ///
  /// - Parameter duration: The time without new runs, waited by the context's delayer.
  /// - Returns: The modified request.
  public func debounce(
    _ duration: OperationDuration
  ) -> ModifiedOperation<Self, DebounceModifier<Self>> {
    modifier(DebounceModifier(duration: duration))
  }
}
