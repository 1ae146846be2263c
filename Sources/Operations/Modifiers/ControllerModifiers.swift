extension StatefulOperationRequest {
  /// Attaches a controller; it is asked once for each store.
  public func controlled(
    by controller: some OperationController<State>
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.operationControllers.append(controller) }
  }

  /// Runs the operation again when a condition becomes true.
  ///
  /// It runs if somebody is subscribed, the store is stale and automatic running is enabled. When
  /// the condition becomes false, a run that this started is cancelled.
  public func rerunOnChange(
    of specification: some OperationRunSpecification
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    controlled(by: RerunOnChangeController<State>(specification: specification))
  }

  /// Lets the operation run automatically while a condition holds, and starts it when the condition
  /// becomes true: for a query that depends on another one's answer.
  ///
  /// It is ``OperationRequest/enableAutomaticRunning(onlyWhen:)`` and ``rerunOnChange(of:)`` with
  /// one condition.
  public func runAutomatically(
    while condition: some OperationRunSpecification
  ) -> ModifiedOperation<
    ModifiedOperation<Self, ContextModifier<Self>>,
    ContextModifier<ModifiedOperation<Self, ContextModifier<Self>>>
  > {
    enableAutomaticRunning(onlyWhen: condition).rerunOnChange(of: condition)
  }

  /// Runs the operation again and again while somebody is subscribed and automatic running is
  /// enabled.
  ///
  /// - Parameters:
  ///   - interval: The wait from the end of one run to the start of the next. The first wait begins
  ///     with the first subscription. Zero or less does not poll.
  ///   - delayer: How to wait. It is independent of the context's delayer, which may not wait at
  ///     all.
  /// - Returns: The modified request.
  public func poll(
    every interval: OperationDuration, using delayer: some OperationDelayer = .taskSleep
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    controlled(by: PollController<State>(interval: interval, delayer: delayer))
  }
}
