/// Reports the runs of a request, whether or not a store runs it.
///
/// ```swift
/// let query = PostQuery(id: 1).handleEvents(
///   with: OperationEventHandler(
///     onRunStarted: { _ in note("asked") },
///     onRunEnded: { _ in note("answered") }))
/// ```
///
/// The closures for changes of state and custom events are not called: those belong to a store.
public struct EventModifier<Operation: StatefulOperationRequest>: OperationModifier {
  let handler: OperationEventHandler<Operation.State>

  /// Runs the request between the calls of the handler.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    let handler = handler
    EnclosingWork.outside { handler.onRunStarted?(context) }
    let observed = OperationContinuation<Operation.Value, Operation.Failure> { result, given in
      var yielded = given ?? context
      yielded.operationResultUpdateReason = .yieldedResult
      EnclosingWork.outside { handler.onResultReceived?(result, yielded) }
      continuation.yield(with: result, using: given)
    }
    let result = await Result.capturing { () async throws(Operation.Failure) in
      try await operation.run(isolation: isolation, in: context, with: observed)
    }
    var final = context
    final.operationResultUpdateReason = .returnedFinalResult
    EnclosingWork.outside {
      handler.onResultReceived?(result, final)
      handler.onRunEnded?(context)
    }
    return try result.get()
  }
}

extension StatefulOperationRequest {
  /// Tells a handler of each run, yield and result; it does not receive changes of state.
  public func handleEvents(
    with handler: OperationEventHandler<State>
  ) -> ModifiedOperation<Self, EventModifier<Self>> {
    modifier(EventModifier(handler: handler))
  }
}
