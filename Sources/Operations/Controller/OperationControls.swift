/// What a controller may do to its store.
///
/// The store is held weakly. After its release, reading gives nil, and doing anything reports an
/// issue and has no other effect.
public struct OperationControls<State: OperationState>: Sendable {
  /// The functions of the store; they return nil or false once it is gone.
  struct Target: Sendable {
    var state: @Sendable () -> State?
    var context: @Sendable () -> OperationContext?
    var isStale: @Sendable () -> Bool
    var subscriberCount: @Sendable () -> Int
    var canYieldRerun: @Sendable () -> Bool
    var setResult: @Sendable (Result<State.StateValue, State.Failure>, OperationContext?) -> Bool
    var reset: @Sendable (OperationContext?) -> Bool
    var withExclusiveAccess: @Sendable ((inout OperationStoreView<State>) -> Void) -> Bool
    var rerun: @Sendable (OperationContext?) -> OperationTask<State.OperationValue, State.Failure>?
    var observeSubscriberCount:
      @Sendable (@escaping @Sendable (Int) -> Void) -> OperationSubscription
  }

  /// The identity of the operation.
  public let path: OperationPath
  let target: Target
  let initialContext: OperationContext

  init(store: OperationStore<State>) {
    self.path = store.path
    self.initialContext = store.context
    self.target = Target(
      state: { [weak store] in store?.state },
      context: { [weak store] in store?.context },
      isStale: { [weak store] in store?.isStale ?? false },
      subscriberCount: { [weak store] in store?.subscriberCount ?? 0 },
      canYieldRerun: { [weak store] in store?.isAutomaticRunningEnabled ?? false },
      setResult: { [weak store] result, context in
        store?.setResult(to: result, using: context) != nil
      },
      reset: { [weak store] context in store?.resetState(using: context) != nil },
      withExclusiveAccess: { [weak store] body in store?.withExclusiveAccess(body) != nil },
      rerun: { [weak store] context in store?.runTask(using: context) },
      observeSubscriberCount: { [weak store] observe in
        store?.observeSubscriberCount(observe) ?? .empty
      })
  }

  init(path: OperationPath, target: Target, initialContext: OperationContext) {
    self.path = path
    self.target = target
    self.initialContext = initialContext
  }

  /// The state of the store; nil once it is gone.
  public var state: State? { target.state() }

  /// The context of the store, or the one it was made with once it is gone.
  public var context: OperationContext { target.context() ?? initialContext }

  /// Whether the store is stale.
  public var isStale: Bool { target.isStale() }

  /// The number of the store's subscriptions.
  public var subscriberCount: Int { target.subscriberCount() }

  /// Whether a rerun is allowed: automatic running is enabled.
  public var canYieldRerun: Bool { target.canYieldRerun() }

  /// Writes a value into the store.
  public func yield(_ value: State.StateValue, using context: OperationContext? = nil) {
    yield(with: .success(value), using: context)
  }

  /// Writes an error into the store.
  public func yield(error: State.Failure, using context: OperationContext? = nil) {
    yield(with: .failure(error), using: context)
  }

  /// Writes a result into the store.
  public func yield(
    with result: Result<State.StateValue, State.Failure>, using context: OperationContext? = nil
  ) {
    if !target.setResult(result, context) { reportRelease() }
  }

  /// Resets the store.
  public func yieldResetState(using context: OperationContext? = nil) {
    if !target.reset(context) { reportRelease() }
  }

  /// Makes the task of a rerun; nil if automatic running is disabled or there is nothing to run.
  public func yieldRerunTask(
    using context: OperationContext? = nil
  ) -> OperationTask<State.OperationValue, State.Failure>? {
    guard target.state() != nil else {
      reportRelease()
      return nil
    }
    guard canYieldRerun else { return nil }
    return target.rerun(context)
  }

  /// Runs the operation again.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The value, or nil if automatic running is disabled or there is nothing to run.
  /// - Throws: The failure of the run.
  @discardableResult
  public func yieldRerun(
    using context: OperationContext? = nil
  ) async throws(State.Failure) -> State.OperationValue? {
    guard let task = yieldRerunTask(using: context) else { return nil }
    return try await task.runIfNeeded()
  }

  /// Gives the current thread the store to itself, as ``OperationStore/withExclusiveAccess(_:)``
  /// does.
  ///
  /// - Parameter body: Reads and writes a view of the store; not called once the store is gone.
  public func withExclusiveAccess(_ body: (inout OperationStoreView<State>) -> Void) {
    if !target.withExclusiveAccess(body) { reportRelease() }
  }

  /// Calls a closure with the number of subscribers whenever it may have changed.
  public func observeSubscriberCount(
    _ observe: @escaping @Sendable (Int) -> Void
  ) -> OperationSubscription {
    target.observeSubscriberCount(observe)
  }

  private func reportRelease() {
    initialContext.report(.storeReleased, "\(path)")
  }
}
