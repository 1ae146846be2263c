/// The error of a run that took too long.
public struct OperationTimeoutError: Error, Hashable, Sendable {
  /// How long the run was given.
  public let duration: OperationDuration

  /// Names the time that was allowed.
  public init(duration: OperationDuration) {
    self.duration = duration
  }
}

/// Ends a run that takes too long, and cancels its work.
///
/// ```swift
/// let query = PostQuery(id: 1)
///   .timeout(.seconds(10))  // each attempt
///   .retry(limit: 2)
///   .timeout(.seconds(25), throwing: Server.Unavailable())  // all of them
/// ```
///
/// The run ends at its deadline even if the work ignores cancellation; what such work still yields
/// or returns is dropped. Nearer the request than a retry, each attempt has its own deadline;
/// outside the retry, all attempts together have one.
public struct TimeoutModifier<Operation: OperationRequest>: OperationModifier {
  let duration: OperationDuration
  let delayer: any OperationDelayer
  let failure: @Sendable () -> Operation.Failure

  /// Runs the request against the modifier's delayer.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    guard duration > .zero else { throw failure() }
    let flight = SharedFlight<Operation.Value, Operation.Failure>()
    guard let waiter = flight.join(context: context, continuation: continuation) else {
      throw failure()
    }
    flight.start(in: context) { shared in
      await Result.capturing { () async throws(Operation.Failure) in
        try await operation.run(isolation: isolation, in: context, with: shared)
      }
    }
    let timer = context.operationTaskConfiguration.task(named: "Operation Timeout Task") {
      // A cancelled timer belongs to a run that has ended.
      guard (try? await delayer.delay(for: duration)) != nil else { return }
      flight.expire()
    }
    defer { timer.cancel() }
    switch await flight.wait(waiter, in: context) {
    case .result(let result): return try result.get()
    case .expired: throw failure()
    case nil: throw OperationCancellation.failure(as: Operation.Failure.self) ?? failure()
    }
  }
}

extension OperationRequest {
  /// Ends a run that takes longer than a duration.
  ///
  /// - Parameters:
  ///   - duration: How long a run may take; nothing is begun for zero or less.
  ///   - delayer: What measures the time. It is independent of the context's delayer, which may not
  ///     wait at all.
  ///   - failure: The error of a run that took longer.
  /// - Returns: The modified request.
  public func timeout(
    _ duration: OperationDuration, using delayer: some OperationDelayer = .taskSleep,
    throwing failure: @escaping @autoclosure @Sendable () -> Failure
  ) -> ModifiedOperation<Self, TimeoutModifier<Self>> {
    modifier(TimeoutModifier(duration: duration, delayer: delayer, failure: failure))
  }
}

extension OperationRequest where Failure == any Error {
  /// Ends a run that takes longer than a duration with an ``OperationTimeoutError``.
  ///
  /// - Parameters:
  ///   - duration: How long a run may take; nothing is begun for zero or less.
  ///   - delayer: What measures the time; independent of the context's delayer.
  /// - Returns: The modified request.
  public func timeout(
    _ duration: OperationDuration, using delayer: some OperationDelayer = .taskSleep
  ) -> ModifiedOperation<Self, TimeoutModifier<Self>> {
    timeout(duration, using: delayer, throwing: OperationTimeoutError(duration: duration))
  }
}
