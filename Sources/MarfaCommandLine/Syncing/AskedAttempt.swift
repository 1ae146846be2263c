import MarfaSDK

/// The attempt to reach the server that another program makes because this one asks for it: by
/// itself it may wait for a minute.
package struct AskedAttempt {
  private enum State: Hashable {
    case open
    case asked(after: Int?)
    case over
  }

  private var state = State.open

  /// One that was not asked for.
  package init() {}

  /// How long the other program is given to begin: an older one knows no such request, and a server
  /// may have named the time of the next attempt.
  package static let patience = Duration.seconds(5)

  /// Asks, unless this was done.
  ///
  /// - Parameter attempt: The number of the attempt that failed.
  /// - Returns: Whether to ask now.
  package mutating func begin(after attempt: Int?) -> Bool {
    guard state == .open else { return false }
    state = .asked(after: attempt)
    return true
  }

  /// The other program has had its time to begin.
  package mutating func timePassed() { state = .over }

  /// Whether it is still to come.
  ///
  /// - Parameter attempt: The number of the last attempt, which failed.
  /// - Returns: Whether that one was not made because of the request.
  package func isAwaited(after attempt: Int?) -> Bool { state == .asked(after: attempt) }
}
