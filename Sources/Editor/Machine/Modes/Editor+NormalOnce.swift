// MARK: - One command of normal mode while typing

extension Editor {
  /// `Ctrl-o`: the next command is one of normal mode.
  ///
  /// It begins on the line's last cluster if the cursor was after that, and aims for the column
  /// where it was.
  mutating func beginNormalOnce() {
    history.closeStep(cursor: cursor)
    let line = buffer.line(at: cursor)
    _ = columnGoal()
    modes.beginOnce(line: line, isAtLineEnd: cursor == buffer.lineRange(line).upperBound)
    typing.end()
    caret.place(at: min(cursor, buffer.lastPosition(ofLine: line)))
    settle()
  }

  /// Goes on typing once the command is done; one that types itself takes its place.
  mutating func endNormalOnce() {
    guard let once = modes.once, !once.isElsewhere else { return }
    if state.isTyping {
      modes.endOnce()
      return
    }
    guard state == .normal, !parser.isPending, prompt == nil, confirmation == nil,
      search.awaited == nil, clipboard.command == nil
    else { return }
    modes.endOnce()
    modes.enter(once.mode)
    if isBehindLine(once) {
      caret.place(at: buffer.lineRange(buffer.line(at: cursor)).upperBound)
    }
    typing.begin(at: cursor)
    if !playback.isPlaying {
      playback.remember(RepeatableChange(command: ParsedCommand(action: .command(.insert))))
    }
    settle()
  }

  /// Whether typing goes on after the cluster that the command ended on: the line's last one, where
  /// typing began at the line's end, or when the column aimed for is after it.
  private func isBehindLine(_ once: NormalOnce) -> Bool {
    let line = buffer.line(at: cursor)
    guard cursor == buffer.lastPosition(ofLine: line) else { return false }
    if once.isAtLineEnd, line == once.line { return true }
    return caret.goal.map { $0.line > column(of: cursor) } ?? false
  }

  /// Goes on typing after a command of the application that `Ctrl-o` let through, such as `:w`.
  ///
  /// Does nothing unless a key was handed on as `.unhandled` then.
  public mutating func resumeTyping() {
    guard modes.once?.isElsewhere ?? false else { return }
    modes.handOn(false)
    endNormalOnce()
  }
}
