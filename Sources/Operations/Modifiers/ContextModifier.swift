/// A modifier that sets values in the context and leaves runs as they are.
///
/// ```swift
/// let query = PostQuery(id: 1)
///   .context { $0.pageSize = 20 }
///   .satisfiedConnectionStatus(.requiresConnection)
/// ```
///
/// The closure sets its values before the operation sets its own, so that of several such modifiers
/// the one nearest the request wins.
public struct ContextModifier<Operation: OperationRequest>: OperationModifier {
  private let change: @Sendable (inout OperationContext) -> Void

  init(_ change: @escaping @Sendable (inout OperationContext) -> Void) {
    self.change = change
  }

  /// Sets the values, and lets the operation set its own.
  public func setup(context: inout OperationContext, using operation: Operation) {
    change(&context)
    operation.setup(context: &context)
  }

  /// Runs the operation.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    try await operation.run(isolation: isolation, in: context, with: continuation)
  }
}

extension OperationRequest {
  /// The request with a change of its context, made once for each store or runner.
  public func context(
    _ change: @escaping @Sendable (inout OperationContext) -> Void
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    modifier(ContextModifier(change))
  }

  /// Sets how long retries wait.
  public func backoff(
    _ function: OperationBackoffFunction
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.operationBackoffFunction = function }
  }

  /// Sets how runs wait.
  public func delayer(
    _ delayer: some OperationDelayer
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.operationDelayer = delayer }
  }

  /// Sets what gives the time.
  public func clock(
    _ clock: some OperationClock
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.operationClock = clock }
  }

  /// Sets how the tasks of runs are started.
  ///
  /// - Parameters:
  ///   - name: The name in debuggers; nil for one made from the store's type.
  ///   - priority: The priority; nil for that of the starting task.
  ///   - executorPreference: Where the parts of a run that belong to no actor execute.
  /// - Returns: The modified request.
  public func taskConfiguration(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference: (any TaskExecutor)? = nil
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { context in
      context.operationTaskConfiguration = OperationTaskConfiguration(
        name: name, priority: priority, executorPreference: executorPreference)
    }
  }

  /// Changes how the tasks of runs are started.
  public func taskConfiguration(
    _ change: @escaping @Sendable (inout OperationTaskConfiguration) -> Void
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { change(&$0.operationTaskConfiguration) }
  }

  /// Sets the least status with which the network counts as connected.
  public func satisfiedConnectionStatus(
    _ status: NetworkConnectionStatus
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.satisfiedConnectionStatus = status }
  }

  /// Makes the operation independent of the network: it counts as connected in any case, and is
  /// neither retried nor waited for.
  ///
  /// A retry modifier nearer the request still sets its own limit.
  public func completelyOffline(
    _ isOffline: Bool = true
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { context in
      guard isOffline else { return }
      context.satisfiedConnectionStatus = .disconnected
      context.operationMaxRetries = 0
      context.operationBackoffFunction = .noBackoff
    }
  }

  /// Keeps the operation from being rerun when the application comes to the front.
  public func disableApplicationActiveRerunning(
    _ isDisabled: Bool = true
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.isApplicationActiveRerunningEnabled = !isDisabled }
  }

  /// Lets the operation run on the first subscription and by its controllers, while a condition
  /// holds.
  ///
  /// The condition is asked at the moment of use. When it becomes true, nothing starts by itself;
  /// ``StatefulOperationRequest/runAutomatically(while:)`` does start a run then.
  public func enableAutomaticRunning(
    onlyWhen specification: some OperationRunSpecification
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.automaticRunningSpecification = specification }
  }

  /// Lets the operation run only when it is asked to.
  public func disableAutomaticRunning() -> ModifiedOperation<Self, ContextModifier<Self>> {
    enableAutomaticRunning(onlyWhen: .always(false))
  }

  /// Sets the levels of memory pressure at which a client may drop the store.
  public func evictWhen(
    pressure: MemoryPressure
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.evictableMemoryPressure = pressure }
  }
}

extension OperationContext {
  /// The condition under which the operation may run without being asked; never by default.
  public internal(set) var automaticRunningSpecification: any OperationRunSpecification {
    get { self[AutomaticRunningSpecificationKey.self] }
    set { self[AutomaticRunningSpecificationKey.self] = newValue }
  }

  private enum AutomaticRunningSpecificationKey: Key {
    static var defaultValue: any OperationRunSpecification { AlwaysRunSpecification(false) }
  }
}
