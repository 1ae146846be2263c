// MARK: - The preset for people who do not know vi

extension Editor {
  /// Runs a command of the plain preset; false if it is not one.
  mutating func runPlain(_ command: ViCommand) -> Bool {
    switch command {
    case .copy: copy()
    case .cut: cut()
    case .pasteClipboard:
      clipboard.wait(ParsedCommand(register: "+"))
      turn.emit(.requestClipboard)
    case .selectAll: caret.select(Selection(anchor: 0, head: buffer.byteCount))
    case .save: turn.emit(.save)
    case .find: openSearch(.searchForward, ParsedCommand(action: .motion(.searchForward)))
    case .findNext: findAgain(.searchNext)
    case .findPrevious: findAgain(.searchPrevious)
    default: return false
    }
    return true
  }

  private mutating func findAgain(_ motion: Motion) {
    guard let target = target(of: motion, ParsedCommand(action: .motion(motion)), for: nil) else {
      return
    }
    marks[Marks.beforeJump] = cursor
    selectHit(at: target)
  }

  /// Selects a match, so that typing replaces it.
  mutating func selectHit(at offset: Int) {
    let hit = search.pattern?.match(startingAt: offset, in: buffer, spending: &meter)
    caret.select(Selection(anchor: offset, head: hit?.upperBound ?? offset))
    caret.forgetGoal()
  }

  /// Copies what is selected, or the line.
  private mutating func copy() {
    let extent =
      selection.isCaret ? lines(count: 1) : TextExtent(selection.start..<selection.end)
    store(extent, into: "+", origin: .yank)
  }

  private mutating func cut() {
    history.closeStep(cursor: cursor)
    guard selection.isCaret else {
      copy()
      insertTyped("")
      return history.closeStep(cursor: cursor)
    }
    performOperator(.delete, ParsedCommand(register: "+"))
    caret.place(at: cursor)
    history.closeStep(cursor: cursor)
  }

  /// Inserts the clipboard's text as one step of undo.
  mutating func pastePlain(_ text: String) {
    guard !text.isEmpty else { return fail(.emptyRegister("+")) }
    history.closeStep(cursor: cursor)
    insertTyped(text)
    history.closeStep(cursor: cursor)
  }
}
