/// Says whether there may be a way to a server.
public protocol PathMonitor: Sendable {
  /// Whether there is a way, first at once and then whenever that changes.
  var paths: AsyncStream<Bool> { get }
}

/// A way that is always there, as on one machine: a server that does not answer is noticed by
/// asking.
public struct ConstantPath: PathMonitor {
  private let isReachable: Bool

  /// Never changes.
  public init(isReachable: Bool = true) { self.isReachable = isReachable }

  /// The one answer.
  public var paths: AsyncStream<Bool> {
    // One element, which waits for its reader.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.yield(isReachable)
      continuation.finish()
    }
  }
}

/// Publishes the state of a client's connection to its server.
public actor ConnectionStateManager {
  /// Says whether there may be a way to a server.
  public nonisolated let monitor: any PathMonitor
  /// The state of the connection to the server.
  public private(set) var state = ConnectionState.offline
  /// What keeps it from working with the server, or from writing; nil when nothing does.
  public private(set) var obstacle: ConnectionObstacle?
  /// What the event stream has yet to bring of what is older than itself.
  package private(set) var rest = StreamProgress.Rest.none
  private var isCaughtUp = false
  private var listeners: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
  private var restListeners: [Int: AsyncStream<StreamProgress.Rest>.Continuation] = [:]
  private var nextListener = 0

  /// Is offline until an engine says otherwise.
  ///
  /// - Parameter monitor: Says whether there may be a way to a server.
  public init(monitor: any PathMonitor = ConstantPath()) {
    self.monitor = monitor
  }

  /// Whether the server can be asked.
  public var isReachable: Bool { state.isReachable }

  /// The state now, and then each other one, and again with another obstacle or another pace; only
  /// the newest waits for a reader.
  public func states() -> AsyncStream<ConnectionState> {
    let (stream, continuation) = AsyncStream<ConnectionState>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    nextListener += 1
    let number = nextListener
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      // Nothing waits for it: a listener that is forgotten later does no harm.
      Task { await self?.forget(number) }
    }
    continuation.yield(state)
    return stream
  }

  /// What the event stream has yet to bring now, and then each other answer; only the newest waits
  /// for a reader.
  package func rests() -> AsyncStream<StreamProgress.Rest> {
    let (stream, continuation) = AsyncStream<StreamProgress.Rest>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    nextListener += 1
    let number = nextListener
    restListeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      // As with the states.
      Task { await self?.forget(number) }
    }
    continuation.yield(rest)
    return stream
  }

  private func forget(_ number: Int) { (listeners[number], restListeners[number]) = (nil, nil) }

  func publish(_ standing: EngineStanding) {
    if standing.state != state || standing.obstacle != obstacle
      || standing.isCaughtUp != isCaughtUp
    {
      (state, obstacle) = (standing.state, standing.obstacle)
      isCaughtUp = standing.isCaughtUp
      for listener in listeners.values { listener.yield(state) }
    }
    guard standing.rest != rest else { return }
    rest = standing.rest
    for listener in restListeners.values { listener.yield(rest) }
  }
}
