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

  /// Whether something was typed into a note that somebody moved to the trash meanwhile: nobody has
  /// decided that it is to be there.
  package var isInTrashUnasked: Bool { fate == .trashed && hasTyped }

  /// Whether the text has changed since the last save began or ended.
  package var isDirty: Bool { machine.isDirty }

  /// Whether a save is running.
  package var isSaving: Bool {
    if case .storing = machine.state { true } else { false }
  }

  /// Whether the store refused the last save.
  package var isRefused: Bool { machine.isRefused }
}
