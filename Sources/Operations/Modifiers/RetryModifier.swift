/// Runs a request again after a failure.
///
/// ```swift
/// let query = PostQuery(id: 1)
///   .retry(limit: 3)
///   .backoff(.exponential(.milliseconds(200)).jittered())
///   .retryOnly(while: .connected(to: network))
/// ```
///
/// Of several retry modifiers in a chain only the one nearest the request acts. Errors of attempts
/// that are retried go nowhere; the last one is the run's. A cancelled run is not retried.
public struct RetryModifier<Operation: OperationRequest>: OperationModifier {
  let limit: Int
  let predicate: (@Sendable (Operation.Failure, OperationContext) -> Bool)?

  /// Marks this modifier as the one that acts, and lets those nearer the request take its place.
  public func setup(context: inout OperationContext, using operation: Operation) {
    context.operationMaxRetries = limit
    context.retryOwner = ObjectIdentifier(Self.self)
    operation.setup(context: &context)
  }

  /// Runs the request until it succeeds, is cancelled, or may not be retried.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    // Each place in a chain has a type of its own, which serves as its identity.
    guard context.retryOwner == ObjectIdentifier(Self.self) else {
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    }
    var attempt = context
    var retries = 0
    while true {
      attempt.operationRetryIndex = retries == 0 ? nil : retries - 1
      let result = await Result.capturing { () async throws(Operation.Failure) in
        try await operation.run(isolation: isolation, in: attempt, with: continuation)
      }
      guard case .failure(let failure) = result, mayRetry(failure, after: retries, in: attempt)
      else {
        return try result.get()
      }
      if Task.isCancelled {
        throw OperationCancellation.failure(as: Operation.Failure.self) ?? failure
      }
      retries += 1
      do {
        try await context.operationDelayer.delay(for: context.operationBackoffFunction(retries))
        try Task.checkCancellation()
        try await context.retryCondition?.waitUntilSatisfied(in: context)
      } catch {
        // Only cancellation ends a wait early; it ends the run as well.
        throw OperationCancellation.failure(as: Operation.Failure.self) ?? failure
      }
    }
  }

  private func mayRetry(
    _ error: Operation.Failure, after retries: Int, in context: OperationContext
  ) -> Bool {
    retries < context.operationMaxRetries && !OperationCancellation.isCancellation(error)
      && predicate?(error, context) ?? true
  }
}

extension OperationRequest {
  /// Runs the request again after a failure, with waits between the attempts.
  ///
  /// - Parameter limit: The most retries after the first attempt; zero or less for none.
  /// - Returns: The modified request.
  public func retry(limit: Int) -> ModifiedOperation<Self, RetryModifier<Self>> {
    modifier(RetryModifier(limit: limit, predicate: nil))
  }

  /// Runs the request again after those failures that a predicate accepts.
  ///
  /// ```swift
  /// PostQuery(id: 1).retry(limit: 3) { error, _ in error is Server.Unavailable }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The most retries after the first attempt; unlimited if left out.
  ///   - predicate: Whether an error is worth another attempt.
  /// - Returns: The modified request.
  public func retry(
    limit: Int = .max,
    when predicate: @escaping @Sendable (Failure, OperationContext) -> Bool
  ) -> ModifiedOperation<Self, RetryModifier<Self>> {
    modifier(RetryModifier(limit: limit, predicate: predicate))
  }

  /// Holds retries back until a condition holds, as while the network is away.
  ///
  /// The first attempt is not held back. Of several such modifiers the one nearest the request
  /// counts.
  public func retryOnly(
    while condition: some OperationRunSpecification
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.retryCondition = condition }
  }
}

/// An error that knows whether another attempt may succeed.
///
/// ``OperationClient/DefaultStoreCreator`` does not retry after one that says no.
///
/// ```swift
/// extension ServerError: RetryAdvisingError {
///   var mayRetrySucceed: Bool { status >= 500 }
/// }
/// ```
public protocol RetryAdvisingError: Error {
  /// Whether the same request may succeed when it is made again.
  var mayRetrySucceed: Bool { get }
}

/// Which errors are worth another attempt where nobody has said so.
enum RetryAdvice {
  /// Whether another attempt may succeed.
  ///
  /// It cannot after a mistake in the use of this module, nor where an answer came that does not
  /// mean what was expected: the next answer is the same.
  static func mayRetrySucceed(after error: any Error) -> Bool {
    switch error {
    case let error as any RetryAdvisingError: error.mayRetrySucceed
    case is OperationIssue, is DecodingError, is EncodingError: false
    default: true
    }
  }
}

extension OperationContext {
  /// The most retries after the first attempt; none by default.
  ///
  /// It is read when a run retries, so the context of one run may set its own.
  public var operationMaxRetries: Int {
    get { self[OperationMaxRetriesKey.self] }
    set { self[OperationMaxRetriesKey.self] = newValue }
  }

  /// The number of the current retry from 0; nil during the first attempt.
  public internal(set) var operationRetryIndex: Int? {
    get { self[OperationRetryIndexKey.self] }
    set { self[OperationRetryIndexKey.self] = newValue }
  }

  /// Whether this is the first attempt.
  public var isFirstRunAttempt: Bool { operationRetryIndex == nil }

  /// Whether this is the first retry.
  public var isFirstRetryAttempt: Bool { operationRetryIndex == 0 }

  /// Whether this is the last retry.
  public var isLastRetryAttempt: Bool {
    operationRetryIndex.map { $0 + 1 == operationMaxRetries } ?? false
  }

  /// Whether no other attempt can follow; also true of the first one if there are no retries.
  public var isLastRunAttempt: Bool {
    (operationRetryIndex ?? -1) + 1 >= operationMaxRetries
  }

  /// What must hold before a retry; nil for nothing.
  var retryCondition: (any OperationRunSpecification)? {
    get { self[RetryConditionKey.self] }
    set { self[RetryConditionKey.self] = newValue }
  }

  var retryOwner: ObjectIdentifier? {
    get { self[RetryOwnerKey.self] }
    set { self[RetryOwnerKey.self] = newValue }
  }

  private enum OperationMaxRetriesKey: Key {
    static let defaultValue = 0
  }

  private enum OperationRetryIndexKey: Key {
    static let defaultValue: Int? = nil
  }

  private enum RetryConditionKey: Key {
    static let defaultValue: (any OperationRunSpecification)? = nil
  }

  private enum RetryOwnerKey: Key {
    static let defaultValue: ObjectIdentifier? = nil
  }
}
