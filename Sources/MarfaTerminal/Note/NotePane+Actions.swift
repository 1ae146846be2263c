import Editor
import MarfaSDK

extension NotePane {
  /// Follows the link under the editor's cursor.
  package func followUnderCursor() {
    _ = performInEditor(.command(.followLink))
  }

  /// Checks or unchecks the task at the cursor; when reading, the first one that is seen.
  package func toggleCheckbox() {
    if performInEditor(.command(.toggleCheckbox)) { return }
    guard content?.id == id else { return application.messages.notice("The note is being read.") }
    guard let content, let task = reader.document.tasks.first(where: { $0.line >= reader.top })
    else {
      application.messages.notice("There is no task below.")
      return
    }
    var editor = Editor(content.body)
    editor.moveCursor(toOffset: editor.buffer.lineStart(task.sourceLine - 1))
    _ = editor.perform(.command(.toggleCheckbox), at: application.elapsed())
    let text = editor.text
    let (id, before) = (content.id, content.body)
    application.perform("Checking the task") { [self] in
      try await store(text, in: id)
      application.actions.record(
        ActionHistory.Entry(
          summary: "Task checked", undo: { [self] in try await store(before, in: id) },
          redo: { [self] in try await store(text, in: id) }))
    }
  }

  private func store(_ text: String, in id: String) async throws {
    try await application.client.store.saveText(id: id, body: text)
    if self.id == id { reload() }
  }

  /// Goes to the heading with the title, if the note has one.
  package func go(toHeading title: String) {
    application.perform("Going to the heading") { [self] in
      await finishLoading()
      if let heading = await headings().first(where: { $0.title.lowercased() == title.lowercased() }
      ) {
        go(toSourceLine: heading.line)
      }
    }
  }
}
