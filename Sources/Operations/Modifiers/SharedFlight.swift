import Synchronization

/// One execution that several runs wait for.
///
/// Waiters come and go alone: a cancelled one stops waiting, and the execution is cancelled when
/// none is left. Yields go to everybody who waits.
final class SharedFlight<Value: Sendable, Failure: Error>: Sendable {
  /// How the execution ended for those who wait.
  enum Ending: Sendable {
    case result(Result<Value, Failure>)
    /// It was given up before it had a result.
    case expired
  }

  private struct Waiter {
    let continuation: OperationContinuation<Value, Failure>
    let context: OperationContext
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var task: Task<Void, Never>?
    var hasStarted = false
    var isOpen = true
  }

  /// Tells the work of this execution from that of others.
  private let mark = EnclosingWork.Mark()
  private let state = Mutex(State())
  private let ending = OneShot<Ending>()
  private let finalDelivery = SharedDelivery()

  /// Adds a waiter.
  ///
  /// - Parameters:
  ///   - context: The context of the waiting run.
  ///   - continuation: Gets the yields from now on.
  /// - Returns: The waiter, or nil if the execution has ended or was given up, or waits for the
  ///   caller.
  func join(
    context: OperationContext, continuation: OperationContinuation<Value, Failure>
  ) -> Int? {
    if EnclosingWork.contains(mark) { return nil }
    return state.withLock { state in
      guard state.isOpen else { return nil }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = Waiter(continuation: continuation, context: context)
      return state.nextWaiter
    }
  }

  /// Starts the execution; only the first call has an effect.
  ///
  /// - Parameters:
  ///   - context: The context of the run whose task configuration the execution has.
  ///   - work: What to execute.
  func start(
    in context: OperationContext,
    _ work:
      @escaping @Sendable (OperationContinuation<Value, Failure>) async -> Result<
        Value, Failure
      >
  ) {
    let isFirst = state.withLock { state in
      guard state.isOpen, !state.hasStarted else { return false }
      state.hasStarted = true
      return true
    }
    guard isFirst else { return }
    // Made outside the lock: the executor may begin with it at once.
    let task = context.operationTaskConfiguration.task(named: "Shared Operation Task") {
      let result = await EnclosingWork.within(self.mark) {
        await work(OperationContinuation { self.yield($0, context: $1) })
      }
      self.state.withLock { $0.isOpen = false }
      self.ending.fulfil(.result(result))
    }
    let isGivenUp = state.withLock { state in
      state.task = task
      return !state.isOpen
    }
    if isGivenUp { task.cancel() }
  }

  /// Gives the execution up: it is cancelled, and all that wait stop waiting and get no more
  /// yields.
  func expire() {
    // The waiters are released outside the lock, like all that belongs to a caller.
    let (_, abandoned) = state.withLock { state in
      state.isOpen = false
      return (exchange(&state.waiters, with: [:]), state.task)
    }
    abandoned?.cancel()
    ending.fulfil(.expired)
  }

  /// Waits for the end.
  ///
  /// - Parameters:
  ///   - waiter: Who waits.
  ///   - context: The context of the waiting run.
  /// - Returns: The ending; nil if the current task was cancelled and need not wait.
  func wait(_ waiter: Int, in context: OperationContext) async -> Ending? {
    if let ending = await ending.valueUnlessCancelled() {
      context.operationRun?.finalDelivery = finalDelivery
      return ending
    }
    leave(waiter)
    guard OperationCancellation.failure(as: Failure.self) == nil else { return nil }
    // The failure type cannot say that the wait was cancelled.
    return await ending.valueInAnyCase()
  }

  private func leave(_ waiter: Int) {
    // The waiter is released outside the lock, like all that belongs to a caller.
    let (_, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let gone = state.waiters.removeValue(forKey: waiter)
      guard state.waiters.isEmpty else { return (gone, nil) }
      state.isOpen = false
      return (gone, state.task)
    }
    abandoned?.cancel()
  }

  /// Whether runs can still join.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  private func yield(_ result: Result<Value, Failure>, context: OperationContext?) {
    let waiters = state.withLock { $0.waiters.sorted { $0.key < $1.key }.map(\.value) }
    let delivery = SharedDelivery()
    for waiter in waiters {
      var own = waiter.context
      if let context { own.operationClock = context.operationClock }
      own.sharedDelivery = delivery
      waiter.continuation.yield(with: result, using: own)
    }
  }
}
