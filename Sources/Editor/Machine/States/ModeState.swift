/// How keys are taken, and where typing goes on after one command of normal mode.
struct ModeState: Sendable {
  /// The mode, but for open lines and questions, which are a `Dialogue`.
  private(set) var current: EditorMode
  /// The typing that goes on after one command (`Ctrl-o`); nil when none does.
  private(set) var once: NormalOnce?

  init(_ mode: EditorMode) { current = mode }

  /// Takes keys in another way.
  mutating func enter(_ mode: EditorMode) { current = mode }

  /// Leaves typing for one command.
  ///
  /// - Parameters:
  ///   - line: The line that was typed in.
  ///   - isAtLineEnd: Whether the cursor was at its end.
  mutating func beginOnce(line: Int, isAtLineEnd: Bool) {
    once = NormalOnce(mode: current, line: line, isAtLineEnd: isAtLineEnd)
    current = .normal
  }

  /// The command is the application's, which reports when it is done, or it is the editor's own.
  mutating func handOn(_ isElsewhere: Bool) { once?.isElsewhere = isElsewhere }

  /// Typing does not go on after the command.
  ///
  /// - Returns: What would have gone on; `resumeOnce(_:)` takes it.
  @discardableResult
  mutating func endOnce() -> NormalOnce? {
    defer { once = nil }
    return once
  }

  /// Typing goes on after the command again.
  mutating func resumeOnce(_ once: NormalOnce?) { self.once = once }
}
