import MarfaSDK
import NoteFiles
import TerminalLayers
import Workbench

/// What an external editor brought into a note: each step with what it was made of, so that undoing
/// it leaves what others wrote meanwhile.
@MainActor final class ExternalEdits {
  private let context: Context
  private let id: String
  private let reload: @MainActor () -> Void
  private var steps: [(before: EditableNote, after: EditableNote)] = []

  /// Nothing was brought yet.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - context: What it gets of the application.
  ///   - reload: Shows the note as it is stored.
  init(of id: String, _ context: Context, reload: @escaping @MainActor () -> Void) {
    (self.id, self.context, self.reload) = (id, context, reload)
  }

  /// Stores a note that was made of another one, and keeps the step.
  func store(_ note: EditableNote, over seen: EditableNote) async throws {
    try await write(note, seen)
    steps.append((seen, note))
  }

  /// Records all steps as one action that can be undone; nothing without a step.
  func record() {
    guard !steps.isEmpty else { return }
    context.history.record(
      ActionHistory.Entry(
        summary: "Edited in your editor",
        undo: { [self] in
          for step in steps.reversed() { try await write(step.before, step.after) }
          reload()
        },
        redo: { [self] in
          for step in steps { try await write(step.after, step.before) }
          reload()
        }))
  }

  private func write(_ note: EditableNote, _ seen: EditableNote) async throws {
    try await context.client.store.store(
      note, over: seen, id: id,
      readsInlineTags: context.settings.configuration.readsInlineTags)
  }
}
