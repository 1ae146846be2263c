import Editor
import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import TerminalLayers
import Workbench

extension NotePane {
  /// Offers to attach the file whose path was pasted into the text; without it the path is text.
  func offer(_ path: String, pasted text: String, in session: NoteSession) {
    context.work.performHolding("Looking for the pasted path") { [self] in
      guard let size = await TypedPath.sizeOfFile(path) else { return paste(text, in: session) }
      let name = URL(filePath: path).lastPathComponent
      if let reason = await context.files.objection(to: path, for: session.id) {
        paste(text, in: session)
        return context.messages.error("“\(name)” cannot be attached. \(reason)")
      }
      context.carryOut(
        .push(
          ConfirmDialog(
            question: "Attach “\(name)” (\(ByteWords.size(size))) to this note?", confirmKey: "a",
            confirmLabel: "attach it", keptLabel: "paste the path as text",
            kept: { [self] in paste(text, in: session) }
          ) { [self] in
            context.files.attach(path, to: session.id)
            paste("![[\(name)]]", in: session)
          }))
    }
  }

  private func paste(_ text: String, in session: NoteSession) {
    guard session === self.session else { return }
    carryOut(session.editor.paste(text, at: context.elapsed()))
    context.host.requestFrame()
  }

  /// Follows the link under the editor's cursor.
  package func followUnderCursor() {
    _ = performInEditor(.command(.followLink))
  }

  /// Checks or unchecks the task at the cursor; when reading, the first one that is seen.
  package func toggleCheckbox() {
    if performInEditor(.command(.toggleCheckbox)) { return }
    guard content?.id == id else { return context.messages.notice("The note is loading.") }
    guard let content, let task = reader.document.tasks.first(where: { $0.line >= reader.top })
    else {
      context.messages.notice("No task below.")
      return
    }
    var editor = Editor(content.body)
    editor.moveCursor(toOffset: editor.buffer.lineStart(task.sourceLine - 1))
    _ = editor.perform(.command(.toggleCheckbox), at: context.elapsed())
    let (before, after) = (content.body, editor.text)
    let id = content.id
    context.work.perform("Checking the task") { [self] in
      try await change(before, to: after, in: id)
      context.history.record(
        ActionHistory.Entry(
          summary: "Task checked",
          undo: { [self] in try await change(after, to: before, in: id) },
          redo: { [self] in try await change(before, to: after, in: id) }))
    }
  }

  /// Brings the difference of two texts onto the note as it is now.
  private func change(_ old: String, to new: String, in id: String) async throws {
    try await context.client.store.mergeText(id: id, from: old, to: new)
    if self.id == id { reload() }
  }

  /// Goes to a part of the note, a heading or `^` and the name of a block; says when there is none.
  package func go(toPart part: String) {
    context.work.perform("Going to the heading") { [self] in
      await finishLoading()
      if let line = await line(of: part) { return go(toSourceLine: line) }
      let what = part.hasPrefix("^") ? "block" : "heading"
      context.messages.notice("This note has no \(what) “\(part)”.")
    }
  }
}
