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
