// MARK: - One command of normal mode while typing

/// The typing that goes on after one command (`Ctrl-o`).
struct NormalOnce: Hashable, Sendable {
  /// Insert or replace mode.
  let mode: EditorMode
  /// Where the cursor stood in the command's mode, and where it stood when typing.
  var place = 0
  let typingPlace: Int
}

extension Editor {
  /// `Ctrl-o`: the next command is one of normal mode.
  mutating func beginNormalOnce() {
    history.closeStep(cursor: cursor)
    normalOnce = NormalOnce(mode: state, typingPlace: cursor)
    state = .normal
    typing = TypingState()
    settle()
    let place = cursor
    normalOnce?.place = place
  }

  /// Goes on typing once the command is done; one that types itself takes its place.
  mutating func endNormalOnce() {
    guard let once = normalOnce else { return }
    if state.isTyping {
      normalOnce = nil
      return
    }
    guard state == .normal, !sequence.isPending, prompt == nil, confirmation == nil,
      search.awaited == nil, pendingPut == nil
    else { return }
    normalOnce = nil
    state = once.mode
    // A command that moved nothing leaves the cursor behind the line's last cluster.
    if cursor == once.place { selection = Selection(at: min(once.typingPlace, buffer.byteCount)) }
    typing = TypingState()
    if replayDepth == 0 {
      repeatable = RepeatableChange(command: ParsedCommand(action: .command(.insert)))
    }
    settle()
  }
}
