import Operations
import Synchronization

/// Whether the terminal's window has the focus and the program is not stopped, for operations that
/// run again when the person comes back.
package final class TerminalActivity: ApplicationActivityObserver {
  private struct State {
    package var isActive = true
    var nextToken = 0
    package var handlers: [Int: @Sendable (Bool) -> Void] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package func subscribe(with handler: @escaping @Sendable (Bool) -> Void)
    -> OperationSubscription
  {
    let (token, isActive) = state.withLock { state in
      state.nextToken += 1
      state.handlers[state.nextToken] = handler
      return (state.nextToken, state.isActive)
    }
    handler(isActive)
    return OperationSubscription { [weak self] in
      self?.state.withLock { $0.handlers[token] = nil }
    }
  }

  /// The person left or came back; handlers are called outside the lock, and only on a change.
  package func changed(isActive: Bool) {
    let handlers = state.withLock { state -> [@Sendable (Bool) -> Void] in
      guard state.isActive != isActive else { return [] }
      state.isActive = isActive
      return Array(state.handlers.values)
    }
    for handler in handlers { handler(isActive) }
  }
}
