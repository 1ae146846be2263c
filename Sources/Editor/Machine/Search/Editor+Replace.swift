import TerminalUI

// MARK: - Search and replace

extension Editor {
  /// Opens the line for what is to be replaced: in the selection if there is one, else in all.
  ///
  /// In the plain preset what is selected within a line is rather a match that was just found.
  mutating func beginReplacement() {
    var line = EditorPrompt(.find, origin: cursor)
    if state.isVisual {
      line.scope = visualExtent.range
      leaveVisual()
    } else if state == .plain, buffer.line(at: selection.start) != buffer.line(at: selection.end) {
      line.scope = selection.start..<selection.end
    }
    if let scope = line.scope { line.origin = scope.lowerBound }
    dialogue.show(line)
  }

  mutating func askForReplacement(_ pattern: SearchPattern, _ line: EditorPrompt) {
    search.look(for: pattern)
    search.highlight(true)
    var next = line
    next.kind = .replacement
    next.text = ""
    next.pattern = pattern
    dialogue.show(next)
  }

  /// Asks about the first match; a long text is looked through by the application before.
  mutating func startReplacing(_ line: EditorPrompt) {
    guard let pattern = line.pattern else { return dialogue.closeLine() }
    let order = ReplacementOrder(line, byteCount: buffer.byteCount)
    guard let found = search.takeListed() ?? listNow(pattern, order) else {
      request(pattern, from: line.place, counting: nil, replacing: order)
      search.wait(.prompt)
      return
    }
    dialogue.closeLine()
    history.closeStep(cursor: cursor)
    if let global = line.global, let scope = line.scope {
      return perform(global, on: found, in: scope)
    }
    replace(meant(found, by: line.substitution), of: pattern, line)
  }

  /// Asks about the first match, or replaces all if the line does not ask.
  mutating func replace(
    _ matches: [Replacement], of pattern: SearchPattern, _ line: EditorPrompt
  ) {
    guard !matches.isEmpty else { return fail(.patternNotFound(pattern.source)) }
    dialogue.ask(ReplacementSession(line, pattern: pattern, matches: matches))
    if line.substitution?.asks ?? true {
      showMatch()
    } else {
      replaceRemaining()
      moveCursor(to: buffer.firstNonBlank(ofLine: buffer.line(at: cursor)))
    }
  }

  /// The matches of a text that a key may read, or that replayed keys have to wait for.
  private mutating func listNow(_ pattern: SearchPattern, _ order: ReplacementOrder)
    -> [Replacement]?
  {
    let bytes = order.parts.reduce(0) { $0 + $1.count }
    guard playback.isPlaying || bytes <= searchedBytes(for: pattern) else { return nil }
    meter.spend(20)
    return order.matches(of: pattern, in: buffer, step: .max, spending: &meter)
      ?? (meter.isSpent ? [] : nil)
  }

  /// Takes an answer: `y`, `n`, `a`, `l` (this one and no more), `q`; Escape is `q`.
  mutating func handleConfirmation(_ key: KeyEvent) {
    switch key.key {
    case .character("y"), .enter:
      replaceMatch()
      showMatch()
    case .character("n"):
      dialogue.nextMatch()
      showMatch()
    case .character("l"):
      replaceMatch()
      endReplacing()
    case .character("a"): replaceRemaining()
    case .character("q"), .escape: endReplacing()
    case .character("c") where key.modifiers == .control: endReplacing()
    default: turn.emit(.bell)
    }
  }

  private mutating func replaceMatch() {
    guard let match = dialogue.nextMatch() else { return }
    change(match.range, match.text)
    caret.place(at: match.range.lowerBound)
    dialogue.count(replaced: 1)
  }

  /// `a`: replaces all that are left, in one walk over the text.
  private mutating func replaceRemaining() {
    guard let session = confirmation, let last = session.remaining.first else {
      return endReplacing()
    }
    let edits = session.remaining.edits(in: buffer)
    let growth = edits.reduce(0) { $0 + $1.inserted.utf8.count - $1.removed.utf8.count }
    meter.spend(edits.count + edits.reduce(0) { $0 + $1.cost } >> 8)
    guard !meter.isSpent, growth <= 0 || makeRoom(for: growth) else { return endReplacing() }
    dialogue.count(replaced: edits.count)
    history.record(edits, cursor: turn.cursorAtCommand)
    perform(edits)
    // The last one asked about is where answering each would have ended.
    let place = session.remaining.reduce(last.range.lowerBound) {
      $1.range.lowerBound < last.range.lowerBound ? $0 + $1.text.utf8.count - $1.range.count : $0
    }
    caret.place(at: place)
    marks[Marks.lastChange] = place
    endReplacing()
  }

  /// Goes to the match that is asked about; ends when none is left.
  mutating func showMatch() {
    guard let session = confirmation else { return }
    guard !session.remaining.isEmpty else { return endReplacing() }
    search.meet(session.match)
    caret.place(at: session.match.lowerBound)
    caret.forgetGoal()
  }

  private mutating func endReplacing() {
    guard let session = confirmation else { return }
    dialogue.endQuestion()
    search.meet(nil)
    history.closeStep(cursor: cursor)
    turn.emit(.message(.replaced(session.replaced)))
    if session.replaced == 0 { caret.place(at: min(session.origin, buffer.byteCount)) }
  }
}
