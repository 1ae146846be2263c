import Synchronization

/// How far the network can be reached, from not at all to fully.
public enum NetworkConnectionStatus: Hashable, Sendable, Comparable, CaseIterable {
  /// There is no connection.
  case disconnected
  /// A connection would have to be made first.
  case requiresConnection
  /// There is a connection.
  case connected
}

/// What knows the state of the network.
///
/// ```swift
/// struct NetworkAndTunnel: NetworkObserver {
///   let network: any NetworkObserver
///   let tunnel: any NetworkObserver
///
///   var currentStatus: NetworkConnectionStatus {
///     min(network.currentStatus, tunnel.currentStatus)
///   }
///
///   func subscribe(
///     with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
///   ) -> OperationSubscription {
///     .combined([network, tunnel].map { $0.subscribe { _ in handler(currentStatus) } })
///   }
/// }
/// ```
///
/// ``NWPathMonitorObserver`` asks the operating system; the owner of a connection may know better
/// and give one of its own. Nothing is observed by default.
public protocol NetworkObserver: Sendable {
  /// The status now.
  var currentStatus: NetworkConnectionStatus { get }

  /// Calls a closure with each changed status.
  ///
  /// - Parameter handler: Called on any thread.
  /// - Returns: The subscription.
  func subscribe(
    with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
  ) -> OperationSubscription
}

/// A network observer whose status is set by a test or by the owner of a connection.
///
/// ```swift
/// let network = MockNetworkObserver(initialStatus: .disconnected)
/// let query = PostQuery(id: 1).rerunOnChange(of: .connected(to: network))
/// network.send(status: .connected)  // fetches a post that is shown and stale
/// ```
public final class MockNetworkObserver: NetworkObserver {
  private let status: Mutex<NetworkConnectionStatus>
  private let observers = ObserverList<NetworkConnectionStatus>()

  /// Starts with a status, which stays until another is sent.
  public init(initialStatus: NetworkConnectionStatus = .connected) {
    self.status = Mutex(initialStatus)
  }

  /// The status that was sent last.
  public var currentStatus: NetworkConnectionStatus { status.withLock { $0 } }

  /// Subscribes to changes of the status.
  public func subscribe(
    with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
  ) -> OperationSubscription {
    observers.add(handler)
  }

  /// Sets the status; subscribers are notified only if it changed.
  public func send(status newStatus: NetworkConnectionStatus) {
    let isChanged = status.withLock { status in
      defer { status = newStatus }
      return status != newStatus
    }
    if isChanged { observers.send(newStatus) }
  }
}

/// Holds while the network is at least as good as the context asks for.
public struct NetworkConnectionRunSpecification: OperationRunSpecification {
  private let observer: any NetworkObserver

  /// Asks an observer at each use.
  public init(observer: any NetworkObserver) {
    self.observer = observer
  }

  /// Whether the status reaches the context's satisfied status.
  public func isSatisfied(in context: OperationContext) -> Bool {
    observer.currentStatus >= context.satisfiedConnectionStatus
  }

  /// Subscribes to the observer.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    observer.subscribe { _ in onChange() }
  }
}

extension OperationRunSpecification where Self == NetworkConnectionRunSpecification {
  /// Holds while the network is at least as good as the context asks for.
  public static func connected(to observer: any NetworkObserver) -> Self {
    NetworkConnectionRunSpecification(observer: observer)
  }
}

extension OperationContext {
  /// The least status with which the network counts as connected; `connected` by default.
  public internal(set) var satisfiedConnectionStatus: NetworkConnectionStatus {
    get { self[SatisfiedConnectionStatusKey.self] }
    set { self[SatisfiedConnectionStatusKey.self] = newValue }
  }

  private enum SatisfiedConnectionStatusKey: Key {
    static let defaultValue = NetworkConnectionStatus.connected
  }
}
