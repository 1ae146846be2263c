import TerminalLayers

/// Undoing and redoing: in the editor its last change, elsewhere the last action.
@MainActor struct HistoryActions {
  let context: Context
  let workspace: Workspace

  /// Undoes the last action; while a note is edited, its last change.
  func undo() {
    if workspace.focus == .note, workspace.note.performInEditor(.command(.undo)) { return }
    guard let entry = context.history.takeUndo() else {
      context.messages.notice("Nothing to undo.")
      return
    }
    context.work.performHolding("Undo") {
      try await entry.undo()
      context.messages.notice(entry.undone() ?? "Undone: \(entry.inSentence).")
    }
  }

  /// Does the action, or while a note is edited the change, again that was undone.
  func redo() {
    if workspace.focus == .note, workspace.note.performInEditor(.command(.redo)) { return }
    guard let entry = context.history.takeRedo() else {
      context.messages.notice("Nothing to redo.")
      return
    }
    context.work.performHolding("Redo") {
      try await entry.redo()
      context.messages.notice("Redone: \(entry.inSentence).")
    }
  }
}
