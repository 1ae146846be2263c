extension Editor {
  /// Applies changes made elsewhere, as `apply(remote:)` does each, and keeps the cursor where
  /// typing goes on.
  ///
  /// What is added where somebody types comes after the cursor, so that what they type stays
  /// together; so does another text in place of the one that follows the cursor.
  ///
  /// - Parameter changes: Sequential: each is for the text that those before it left.
  public mutating func apply(foreign changes: [TextChange]) {
    for change in changes {
      let staysBefore = staysBefore(change)
      let row = cursorCell?.row
      apply(remote: change)
      guard staysBefore else { continue }
      caret.place(at: change.range.lowerBound)
      settle()
      keepViewport(cursorRow: row)
    }
  }

  /// Whether the cursor stays at the start of a change.
  private func staysBefore(_ change: TextChange) -> Bool {
    guard selection.anchor == selection.head, cursor == change.range.lowerBound else {
      return false
    }
    return !change.range.isEmpty || state.isTyping || state == .plain
  }
}
