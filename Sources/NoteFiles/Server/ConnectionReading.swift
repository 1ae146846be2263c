import MarfaSDK

/// What an engine says, made into one word for a person.
package struct ConnectionReading: Hashable {
  /// The word as a value.
  package private(set) var connection = SyncStatus.Connection.connecting
  /// Whether everything was exchanged since the connection was made: what is sent later is no
  /// catching up.
  private var hasCaughtUp = false

  /// Nothing is known yet.
  package init() {}

  /// Takes the state of an engine.
  ///
  /// - Parameters:
  ///   - state: The state of its connection to the server.
  ///   - obstacle: What keeps it from working.
  ///   - other: How another process stands with the server that works with it in place of this
  ///     one; nil for none.
  package mutating func take(
    _ state: ConnectionState, _ obstacle: ConnectionObstacle?, other: ConnectionWord?
  ) {
    if state == .online { hasCaughtUp = true }
    if !state.isReachable { hasCaughtUp = false }
    connection = other.map(SyncStatus.Connection.elsewhere) ?? word(state, obstacle)
  }

  private func word(
    _ state: ConnectionState, _ obstacle: ConnectionObstacle?
  ) -> SyncStatus.Connection {
    switch (obstacle, state) {
    case (.signedOut?, _): return .signedOut
    case (.paused?, _): return .paused
    case (.otherServer?, _): return .otherServer
    case (.refused(let message)?, _): return .refused(message)
    case (.serverError(let status)?, _): return .serverError(status)
    case (.tooManyRequests?, _): return .askedToWait
    case (_, .offline): return .offline
    case (_, .connecting): return .connecting
    case (.readOnly?, _): return .readOnly
    case (nil, .online): return .live
    case (nil, .syncing): return hasCaughtUp ? .live : .catchingUp
    }
  }
}
