/// The typing that goes on after one command (`Ctrl-o`).
struct NormalOnce: Hashable, Sendable {
  /// Insert or replace mode.
  let mode: EditorMode
  /// The line that was typed in, and whether the cursor was at its end.
  let line: Int
  let isAtLineEnd: Bool
  /// Whether the command is the application's, which reports when it is done.
  var isElsewhere = false
}
