import Foundation

extension OperationClient {
  /// Makes the stores of a client, adding the modifiers that its operations share.
  public protocol StoreCreator: Sendable {
    /// Makes a store.
    ///
    /// - Parameters:
    ///   - operation: The operation; modifiers put around it lose to its own.
    ///   - context: The client's context.
    ///   - initialState: The state before the first update.
    /// - Returns: The store.
    func store<Operation: StatefulOperationRequest>(
      for operation: Operation, in context: OperationContext, initialState: Operation.State
    ) -> OperationStore<Operation.State>
  }

  /// Retries what may succeed; runs, reruns and deduplicates what is not a mutation.
  ///
  /// It looks at no network by itself: without an observer nothing is rerun on a change of it, and
  /// retries do not wait for it. ``NWPathMonitorObserver`` is one.
  public struct DefaultStoreCreator: StoreCreator {
    let retryLimit: Int
    let backoff: OperationBackoffFunction
    let delayer: any OperationDelayer
    let mayRetry: @Sendable (any Error, OperationContext) -> Bool
    let network: (any NetworkObserver)?
    let activity: (any ApplicationActivityObserver)?

    /// Sets what every store gets around its operation; the operation's own modifiers win.
    ///
    /// - Parameters:
    ///   - retryLimit: The most retries after the first attempt.
    ///   - backoff: How long retries wait; by default 1, 2, 4, … seconds, at most 30.
    ///   - delayer: How runs wait.
    ///   - mayRetry: Whether an error is worth another attempt; nil for every error but a
    ///     ``RetryAdvisingError`` that says no, an ``OperationIssue`` and an error of coding.
    ///   - networkObserver: Reruns queries when it says that the network is back, and holds
    ///     retries back while it is away.
    ///   - activityObserver: Reruns queries when it says that the application is in front again.
    public init(
      retryLimit: Int = 3,
      backoff: OperationBackoffFunction = .exponential(.seconds(1)).capped(at: .seconds(30)),
      delayer: any OperationDelayer = .taskSleep,
      mayRetry: (@Sendable (any Error, OperationContext) -> Bool)? = nil,
      networkObserver: (any NetworkObserver)? = nil,
      activityObserver: (any ApplicationActivityObserver)? = nil
    ) {
      self.retryLimit = retryLimit
      self.backoff = backoff
      self.delayer = delayer
      self.mayRetry = mayRetry ?? { error, _ in RetryAdvice.mayRetrySucceed(after: error) }
      self.network = networkObserver
      self.activity = activityObserver
    }

    /// Makes a store with the creator's modifiers.
    public func store<Operation: StatefulOperationRequest>(
      for operation: Operation, in context: OperationContext, initialState: Operation.State
    ) -> OperationStore<Operation.State> {
      let (mayRetry, network) = (mayRetry, network)
      let retried =
        operation
        .retry(limit: retryLimit) { error, context in mayRetry(error, context) }
        .backoff(backoff)
        .delayer(AnyDelayer(delayer))
        .context { context in
          context.retryCondition = network.map(NetworkConnectionRunSpecification.init)
        }
      guard Operation.State.isRunAutomaticallyByDefault else {
        return OperationStore(operation: retried, initialState: initialState, context: context)
      }
      let automatic = retried.enableAutomaticRunning(onlyWhen: .always(true))
      switch (network, activity) {
      case (nil, nil):
        return store(automatic.deduplicated(), initialState, context)
      case (let network?, nil):
        let rerun = automatic.rerunOnChange(of: .connected(to: network))
        return store(rerun.deduplicated(), initialState, context)
      case (nil, let activity?):
        let rerun = automatic.rerunOnChange(of: .applicationIsActive(observer: activity))
        return store(rerun.deduplicated(), initialState, context)
      case (let network?, let activity?):
        let rerun = automatic.rerunOnChange(
          of: .connected(to: network) && .applicationIsActive(observer: activity))
        return store(rerun.deduplicated(), initialState, context)
      }
    }

    private func store<Operation: StatefulOperationRequest>(
      _ operation: Operation, _ initialState: Operation.State, _ context: OperationContext
    ) -> OperationStore<Operation.State> {
      OperationStore(operation: operation, initialState: initialState, context: context)
    }
  }
}

extension OperationClient.StoreCreator where Self == OperationClient.DefaultStoreCreator {
  /// For tests: no retries, no waits, no observers; queries run on subscription.
  public static var testing: Self {
    Self(retryLimit: 0, backoff: .noBackoff, delayer: .noDelay)
  }

  /// The one for tests in a process that runs tests, and otherwise the one with the given
  /// observers.
  ///
  /// - Parameters:
  ///   - networkObserver: Reruns queries when it says that the network is back.
  ///   - activityObserver: Reruns queries when it says that the application is in front again.
  /// - Returns: The creator.
  public static func automatic(
    networkObserver: (any NetworkObserver)? = nil,
    activityObserver: (any ApplicationActivityObserver)? = nil
  ) -> Self {
    if TestRunner.isCurrentProcess { return .testing }
    return Self(networkObserver: networkObserver, activityObserver: activityObserver)
  }
}

enum TestRunner {
  /// Whether this process runs tests: SwiftPM names their executables `….xctest`.
  static let isCurrentProcess =
    CommandLine.arguments.first.map {
      $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") || $0.contains("swiftpm-testing-helper")
    } ?? false
}
