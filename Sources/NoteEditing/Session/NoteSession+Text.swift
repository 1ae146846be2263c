import Editor

/// The text of a session.
extension NoteSession {
  /// The whole text, put together off the main actor; linear.
  package func text() async -> String { await StoredText.text(of: editor.buffer) }

  /// Moves the cursor to a line of the text, counted from 0.
  package func go(toLine line: Int) {
    let buffer = editor.buffer
    editor.moveCursor(toOffset: buffer.lineStart(min(max(0, line), buffer.lineCount - 1)))
  }
}
