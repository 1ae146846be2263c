import MarfaSDK

/// A time that others are given: another program to take a new key, a stream to bring what is older
/// than itself.
///
/// For a stream it begins again as long as something comes. A key that may not see the last event
/// never gets it, and then nothing comes any more.
package struct Grace {
  private enum State {
    case open
    case running(from: String?)
    case over(from: String?)
  }

  private var state = State.open

  /// One that has not begun.
  package init() {}

  /// How long others are given who have been told.
  package static let short = Duration.seconds(2)

  /// How long a stream that brings nothing is waited for; nil for as long as it takes.
  ///
  /// One that has agreed and says nothing cannot be had, as behind a proxy that holds it back: it
  /// has the time that an engine gives it to agree. What one has announced comes, or its connection
  /// breaks.
  ///
  /// - Parameter rest: What it has yet to bring.
  /// - Returns: The time; none when nothing is to come.
  package static func time(for rest: StreamProgress.Rest) -> Duration? {
    switch rest {
    case .none: .zero
    case .unsaid: SyncStateMachine.patience
    case .possible: short
    case .announced: nil
    }
  }

  /// Whether the time has passed.
  package var isOver: Bool { if case .over = state { true } else { false } }

  /// Begins, unless it has.
  ///
  /// - Parameter cursor: The last event that the stream has brought.
  /// - Returns: Whether the time begins now.
  package mutating func begin(at cursor: String?) -> Bool {
    guard case .open = state else { return false }
    state = .running(from: cursor)
    return true
  }

  /// The time has passed.
  package mutating func timePassed() {
    if case .running(let cursor) = state { state = .over(from: cursor) }
  }

  /// Whether the time has passed without an event; after one it can begin again.
  ///
  /// - Parameter cursor: The last event that the stream has brought.
  /// - Returns: Whether nothing came.
  package mutating func isOver(at cursor: String?) -> Bool {
    guard case .over(let former) = state else { return false }
    if former == cursor { return true }
    state = .open
    return false
  }
}
