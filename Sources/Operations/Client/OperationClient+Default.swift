import Synchronization

extension OperationClient {
  /// The client for the current task and those that it makes; nil unless it was set.
  ///
  /// Set it around work by `withDependencies(_:operation:)` or, for this value alone, by
  /// `OperationClient.$current.withValue(client) { … }`.
  @TaskLocal public static var current: OperationClient?

  /// The client of everything that is given none: ``current``, or else the process's.
  ///
  /// The process's client is made at the first use, with the defaults of
  /// ``init(defaultContext:storeCreator:storeLifetime:maximumStoreCount:memoryPressureSource:)``.
  /// An application that wants another sets it once at its start:
  ///
  /// ```swift
  /// prepareDependencies {
  ///   $0.defaultOperationClient = OperationClient(
  ///     storeCreator: .automatic(networkObserver: NWPathMonitorObserver.startingShared()))
  /// }
  /// ```
  public static var `default`: OperationClient { current ?? ProcessClient.value }
}

/// The client of the process, made when it is first asked for.
enum ProcessClient {
  private static let client = Mutex<OperationClient?>(nil)

  static var value: OperationClient {
    client.withLock { client in
      let known = client ?? OperationClient()
      client = known
      return known
    }
  }

  static func replace(by newClient: OperationClient) {
    // Released outside the lock: its stores may do anything at their end.
    _ = client.withLock { exchange(&$0, with: newClient) }
  }
}
