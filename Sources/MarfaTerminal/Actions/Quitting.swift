import NoteFiles

/// The end of the program: nothing that was typed is lost without a question.
@MainActor package final class Quitting {
  /// The files with texts that the store still refused at the end.
  package private(set) var rescued: [String] = []

  private let context: Context
  private let workspace: Workspace
  private let boxes: Boxes
  private let state: Remembering
  private var ending: Task<Void, Never>?

  init(context: Context, workspace: Workspace, boxes: Boxes, state: Remembering) {
    self.context = context
    self.workspace = workspace
    self.boxes = boxes
    self.state = state
  }

  /// Stores what is typed, then ends.
  ///
  /// What the store refuses goes into files that `marfa recover` lists; while those cannot be
  /// written either, nothing ends.
  package func quit() {
    end { [self] in
      do {
        try await rescueUnsaved()
        context.host.quit()
      } catch {
        askToLoseTexts(because: error)
      }
    }
  }

  /// Stores what is typed, and does what ends the program once all work that was begun has ended.
  package func end(_ last: @escaping @MainActor () async -> Void) {
    leaveNotes()
    state.keep()
    context.work.limitHeld()
    ending = Task { [self] in
      await context.work.finish()
      // Keys held for a note that was being opened are in it only now.
      leaveNotes()
      await context.work.finish()
      await last()
    }
  }

  /// Waits until the program is ready to end, if it was asked to.
  package func finish() async { await ending?.value }

  /// Leaves the editor, and tries once more to store what the store refused so far.
  private func leaveNotes() {
    workspace.note.leave()
    workspace.note.sessions.saveUnsaved()
  }

  /// Puts the texts that the store refused into files.
  ///
  /// - Throws: The file system's error; the text is still in memory.
  package func rescueUnsaved() async throws {
    try await workspace.note.sessions.rescueUnsaved { rescued.append($0) }
  }

  /// Asks whether to end without the texts that nothing takes; the default is to stay.
  private func askToLoseTexts(because error: any Error) {
    let count = workspace.note.sessions.unsaved.count
    let texts =
      count == 1
      ? "One note can neither be saved nor kept in a file"
      : "\(count) notes can neither be saved nor kept in files"
    boxes.confirm(
      "\(texts): \(ErrorText.sentence(for: error)) "
        + "marfa keeps trying. Quit anyway and lose the changes?",
      key: "L", label: "lose it",
      kept: { [context] in
        context.messages.notice("marfa did not quit. You can copy the text from its note.")
      }
    ) { [context] in context.host.quit() }
    context.host.requestFrame()
  }
}
