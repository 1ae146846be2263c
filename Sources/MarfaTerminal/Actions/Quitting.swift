import NoteFiles
import TerminalLayers

/// The end of the program: nothing that was typed is lost without a question.
@MainActor package final class Quitting {
  /// The files with texts that the store still refused at the end.
  package private(set) var rescued: [String] = []
  /// Whether another process is to send the rest of the files.
  package private(set) var sendsInBackground = false
  /// How many files were on their way to the server when the person quit.
  package private(set) var interruptedUploads = 0

  /// Whether the person has said to quit and something has yet to end: keys mean nothing then.
  package private(set) var isLeaving = false

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

  /// Stores what is typed, then ends; while files are on their way it says first how they go on.
  ///
  /// What the store refuses goes into files that `marfa recover` lists; while those cannot be
  /// written either, nothing ends.
  package func quit() {
    let moving = context.sync.uploads.rows.filter { $0.isMoving || $0.phase == .hashing }
    guard !moving.isEmpty else { return quitNow() }
    boxes.layers.push(
      ConfirmDialog(
        question: Self.question(about: moving),
        answers: [
          ConfirmDialog.Answer(key: "y", label: "quit now") { [self] in
            quit(leaving: moving.count, inBackground: false)
          },
          ConfirmDialog.Answer(key: "b", label: "go on in the background") { [self] in
            quit(leaving: moving.count, inBackground: true)
          },
        ]))
    context.host.requestFrame()
  }

  /// Names the files that are on their way, and how they go on.
  private static func question(about rows: [UploadRow]) -> String {
    var names = rows.prefix(2).map { "“\($0.name)” (\($0.summary))" }
    if rows.count > 2 { names.append("\(rows.count - 2) more") }
    let verb = rows.count == 1 ? "is" : "are"
    let isHashing = rows.contains { $0.phase == .hashing }
    let end =
      isHashing
      ? "What is still being read is not attached."
      : "What the server has stays there; the rest goes at the next start, or with "
        + "`marfa sync --wait`."
    return "\(names.joined(separator: ", ")) \(verb) under way. \(end) Quit now?"
  }

  private func quit(leaving uploads: Int, inBackground: Bool) {
    (interruptedUploads, sendsInBackground) = (uploads, inBackground)
    context.files.cancelCopy()
    isLeaving = true
    context.messages.notice("Quitting…")
    quitNow()
  }

  private func quitNow() {
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
    context.work.endEndable()
    // Work that waits for an answer would never end.
    boxes.layers.close()
    ending = Task { [self] in
      await context.work.finish()
      // Keys held for a note that was being opened are in it only now.
      leaveNotes()
      await context.work.finish()
      boxes.layers.reopen()
      isLeaving = false
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
