import Dispatch

/// What can be asked whether there is a network, and says when the answer may have changed.
public protocol NetworkPathMonitor: Sendable {
  /// Whether there is a network now; nil if that cannot be known.
  func status() -> NetworkConnectionStatus?

  /// Calls a closure whenever the status may have changed.
  ///
  /// - Parameter onChange: Called on any thread, one call at a time.
  /// - Returns: What keeps the notifications coming.
  func start(onChange: @escaping @Sendable () -> Void) -> OperationSubscription
}

/// Reads the kernel's links, addresses and routes, and is notified of their changes (rtnetlink).
///
/// It asks the kernel only. No request leaves the machine, so it cannot know whether a server
/// answers: it says that there is a way, not where it leads.
public struct NetlinkPathMonitor: NetworkPathMonitor {
  /// Opens nothing until it is asked.
  public init() {}

  /// Connected with a default route over a running link, requiring a connection with an address
  /// alone, disconnected with neither; nil where the system keeps its tables from this process.
  public func status() -> NetworkConnectionStatus? {
    guard let socket = NetlinkSocket(groups: 0) else { return nil }
    var table = NetworkTable()
    for kind in [NetlinkMessage.Kind.getLink, .getAddress, .getRoute] {
      guard let entries = socket.dump(kind) else { return nil }
      entries.forEach { table.take($0) }
    }
    return table.status
  }

  /// Waits for notifications on a queue of its own until the subscription ends.
  public func start(onChange: @escaping @Sendable () -> Void) -> OperationSubscription {
    guard let socket = NetlinkSocket(groups: NetlinkSocket.tableChanges) else { return .empty }
    let queue = DispatchQueue(label: "Operations.network-path")
    // Sources may be used from any thread; Dispatch does not say so to the compiler.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler {
      socket.drain()
      onChange()
    }
    // The socket is closed after the last event.
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
    return OperationSubscription { source.cancel() }
  }
}
