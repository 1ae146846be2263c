/// The closures of a subscriber of a mutation; they receive the run's arguments.
public struct MutationEventHandler<State: MutationStateProtocol>: Sendable {
  /// Called with the current state on subscription and with each changed state.
  public var onStateChanged: (@Sendable (State, OperationContext) -> Void)?
  /// Called when a run starts.
  public var onMutatingStarted: (@Sendable (State.Arguments, OperationContext) -> Void)?
  /// Called when a run ends, after its final result.
  public var onMutatingEnded: (@Sendable (State.Arguments, OperationContext) -> Void)?
  /// Called for each yield and for the final result.
  public var onMutationResultReceived:
    (
      @Sendable (
        State.Arguments, Result<State.OperationValue, State.Failure>, OperationContext
      ) -> Void
    )?

  /// Takes the events for which it is given a closure; the others cost nothing.
  public init(
    onStateChanged: (@Sendable (State, OperationContext) -> Void)? = nil,
    onMutatingStarted: (@Sendable (State.Arguments, OperationContext) -> Void)? = nil,
    onMutatingEnded: (@Sendable (State.Arguments, OperationContext) -> Void)? = nil,
    onMutationResultReceived: (
      @Sendable (
        State.Arguments, Result<State.OperationValue, State.Failure>, OperationContext
      ) -> Void
    )? = nil
  ) {
    self.onStateChanged = onStateChanged
    self.onMutatingStarted = onMutatingStarted
    self.onMutatingEnded = onMutatingEnded
    self.onMutationResultReceived = onMutationResultReceived
  }

  var asOperationHandler: OperationEventHandler<State> {
    let handler = self
    @Sendable func arguments(_ context: OperationContext) -> State.Arguments? {
      context.mutationArguments as? State.Arguments
    }
    return OperationEventHandler(
      onStateChanged: onStateChanged,
      onRunStarted: { context in
        arguments(context).map { handler.onMutatingStarted?($0, context) }
      },
      onRunEnded: { context in
        arguments(context).map { handler.onMutatingEnded?($0, context) }
      },
      onResultReceived: { result, context in
        arguments(context).map { handler.onMutationResultReceived?($0, result, context) }
      })
  }
}

extension OperationStore where State: MutationStateProtocol {
  /// Subscribes to the store; the subscription ends when the returned value is released.
  ///
  /// - Parameters:
  ///   - handler: The closures to call; never called with a lock held.
  ///   - delivery: Where they are called.
  /// - Returns: The subscription.
  public func subscribe(
    with handler: MutationEventHandler<State>, delivery: OperationDelivery = .immediate
  ) -> OperationSubscription {
    subscribe(with: handler.asOperationHandler, delivery: delivery)
  }

  /// Writes, calling a handler that knows the arguments.
  ///
  /// - Parameters:
  ///   - arguments: What to write.
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  @discardableResult
  public func mutate(
    with arguments: State.Arguments, using context: OperationContext? = nil,
    handler: MutationEventHandler<State>
  ) async throws(State.Failure) -> State.OperationValue {
    try await mutate(with: arguments, using: context, handler: handler.asOperationHandler)
  }
}
