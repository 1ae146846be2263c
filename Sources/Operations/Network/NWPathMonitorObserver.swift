import Synchronization

/// A network observer that asks the operating system.
///
/// ```swift
/// let network = NWPathMonitorObserver.startingShared()
/// let client = OperationClient(storeCreator: .automatic(networkObserver: network))
/// ```
///
/// It has the name of the documentation. Here it reads the kernel's routes and is notified of
/// their changes (``NetlinkPathMonitor``); no request leaves the machine. With an address and no
/// default route it says ``NetworkConnectionStatus/requiresConnection``: an operation whose server
/// is in the local network is satisfied with that by
/// ``OperationRequest/satisfiedConnectionStatus(_:)``.
public final class NWPathMonitorObserver: NetworkObserver {
  private final class Current: Sendable {
    let monitor: any NetworkPathMonitor
    let status: Mutex<NetworkConnectionStatus>
    let observers = ObserverList<NetworkConnectionStatus>()

    init(_ monitor: any NetworkPathMonitor) {
      self.monitor = monitor
      status = Mutex(monitor.status() ?? .connected)
    }

    /// Asks again and notifies of another answer; called by one thread at a time.
    func update() {
      guard let newStatus = monitor.status() else { return }
      let isChanged = status.withLock { status in
        defer { status = newStatus }
        return status != newStatus
      }
      if isChanged { observers.send(newStatus) }
    }
  }

  private static let shared = NWPathMonitorObserver(monitor: NetlinkPathMonitor())

  private let current: Current
  private let subscription: OperationSubscription

  /// Observes a monitor for as long as the observer lives.
  ///
  /// - Parameter monitor: Asked now and after each of its notifications; while it does not know,
  ///   the network counts as connected.
  public init(monitor: some NetworkPathMonitor) {
    let current = Current(monitor)
    self.current = current
    subscription = monitor.start { current.update() }
    // What changed before the notifications began.
    current.update()
  }

  /// The observer of this process, started at the first call; later calls return the same one.
  public static func startingShared() -> NWPathMonitorObserver { shared }

  /// The status after the latest notification.
  public var currentStatus: NetworkConnectionStatus { current.status.withLock { $0 } }

  /// Subscribes to changes of the status.
  public func subscribe(
    with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
  ) -> OperationSubscription {
    current.observers.add(handler)
  }
}
