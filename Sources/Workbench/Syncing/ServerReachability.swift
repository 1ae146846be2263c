import Operations
import Synchronization

/// Whether the server of the notes can be asked, for operations that run again when it can.
package final class ServerReachability: NetworkObserver {
  private struct State {
    package var status = NetworkConnectionStatus.disconnected
    var nextToken = 0
    package var handlers: [Int: @Sendable (NetworkConnectionStatus) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// It cannot be asked yet.
  package init() {}

  package var currentStatus: NetworkConnectionStatus { state.withLock { $0.status } }

  package func subscribe(
    with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
  ) -> OperationSubscription {
    let token = state.withLock { state in
      state.nextToken += 1
      state.handlers[state.nextToken] = handler
      return state.nextToken
    }
    return OperationSubscription { [weak self] in
      self?.state.withLock { $0.handlers[token] = nil }
    }
  }

  /// The connection was made or lost; handlers are called outside the lock, and only on a change.
  package func changed(isReachable: Bool) {
    let status = isReachable ? NetworkConnectionStatus.connected : .disconnected
    let handlers = state.withLock { state -> [@Sendable (NetworkConnectionStatus) -> Void] in
      guard state.status != status else { return [] }
      state.status = status
      return Array(state.handlers.values)
    }
    for handler in handlers { handler(status) }
  }
}
