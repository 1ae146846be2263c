// MARK: - Erasing while typing

extension Editor {
  /// Removes a range, or what is selected (the plain preset).
  mutating func erase(_ range: Range<Int>) {
    let range = selection.isCaret ? range : selection.start..<selection.end
    caret.forgetGoal()
    change(range, "")
    caret.place(at: min(range.lowerBound, buffer.byteCount))
    let place = cursor
    typing.move { min($0, place) }
  }

  mutating func eraseBackward() {
    if state == .replace { return restoreOvertyped() }
    let line = buffer.lineRange(buffer.line(at: cursor))
    let prefix = LinePrefix(buffer.text(in: line.prefixRange(of: 256, in: buffer)))
    // At the beginning of an item's text, its marker goes first; of deep indentation, one step.
    if selection.isCaret, prefix.isListItem, cursor == line.lowerBound + prefix.contentStart {
      return erase(line.lowerBound + prefix.markerRange.lowerBound..<cursor)
    }
    erase(buffer.offset(before: cursor)..<cursor)
  }

  private mutating func restoreOvertyped() {
    let start = buffer.offset(before: cursor)
    guard let old = typing.takeOverwritten() else { return moveCursor(to: start) }
    change(start..<cursor, old)
    caret.place(at: start)
  }

  func wordStartForErasing() -> Int {
    let line = buffer.lineStart(buffer.line(at: cursor))
    let start = buffer.wordStart(before: cursor, big: false)
    return cursor == line ? buffer.offset(before: cursor) : max(line, start)
  }

  func wordEndForErasing() -> Int {
    let line = buffer.lineRange(buffer.line(at: cursor))
    guard cursor < line.upperBound else { return buffer.offset(after: cursor) }
    return min(line.upperBound, buffer.wordStart(after: cursor, big: false))
  }

  /// `Ctrl-u`: removes what was typed in the line since typing began there; if that is nothing, all
  /// before the cursor.
  mutating func eraseToLineStart() {
    let line = buffer.line(at: cursor)
    let first = buffer.firstNonBlank(ofLine: line)
    if let start = typing.start, start > first, start < cursor { return erase(start..<cursor) }
    erase((cursor > first ? first : buffer.lineStart(line))..<cursor)
  }
}
