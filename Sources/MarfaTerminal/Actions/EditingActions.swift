import MarfaSDK
import NoteFiles
import TerminalLayers

/// Editing the selected note, here or in the person's own editor.
@MainActor package struct EditingActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Opens the selected note in the editor here; the preset `plain` types in every case.
  func editHere(in mode: NotePane.OpeningMode) {
    workspace.focus = .note
    context.work.performHolding("Opening the editor") { await workspace.note.edit(in: mode) }
  }

  /// Gives the terminal to the editor; each of its saves is stored while it runs.
  package func editExternally() {
    guard let row = workspace.selectedNote else { return }
    do {
      guard
        let command = try EditorProgram.resolve(
          environment: context.settings.environment,
          configured: context.settings.configuration.editor)
      else {
        context.messages.notice("$EDITOR is not set; editing here instead.")
        return editHere(in: .normal)
      }
      edit(row.id, with: command)
    } catch {
      context.messages.error(
        "The editor cannot be started: \(error.origin.rawValue) has unmatched quotes.")
    }
  }

  private func edit(_ id: String, with command: EditorProgram) {
    workspace.note.leave()
    context.work.performAlone("Editing") {
      let note = try await EditableNote(context.client.store.noteText(id: id))
      let edits = ExternalEdits(of: id, context) { workspace.note.reload() }
      // What was stored before a failure can be undone, too.
      defer { edits.record() }
      let outcome = try await ExternalEditing.edit(
        note, id: id, command: command, line: workspace.note.reader.topSourceLine + 1,
        directory: context.settings.directories.edit,
        withFrontMatter: context.settings.configuration.editorFrontMatter,
        hooks: hooks(for: id, edits))
      workspace.note.reload()
      if let complaint = outcome.complaint { context.messages.error(complaint) }
      if case .kept(let path) = outcome {
        context.messages.error("Your text is kept in \(path); `marfa recover` lists it.")
      }
    }
  }

  private func hooks(
    for id: String, _ edits: ExternalEdits
  ) -> ExternalEditing.Hooks {
    ExternalEditing.Hooks(
      launch: { arguments in
        do {
          let code = try await context.host.runProgram(arguments)
          // As a shell reports it; a shell between us and the editor does.
          let exit = code > 128 ? EditSession.EditorExit.signal(code - 128) : .code(code)
          if code != 0 { context.messages.error(exit.sentence) }
          return exit
        } catch {
          var reason = ErrorText.sentence(for: error)
          if reason.last == "." { reason.removeLast() }
          let exit = EditSession.EditorExit.failed(reason)
          context.messages.error(exit.sentence)
          return exit
        }
      },
      stored: { [context] in try await EditableNote(context.client.store.noteText(id: id)) },
      store: { try await edits.store($0, over: $1) },
      ask: { await answer(to: $0) },
      resolve: { [self] merge in
        await withCheckedContinuation { continuation in
          boxes.layers.push(
            MergeView(context: context, merge: merge) { continuation.resume(returning: $0) })
          context.host.requestFrame()
        }
      },
      report: { context.messages.error($0.description) })
  }

  private func answer(to question: EditSession.Question) async -> EditSession.Answer {
    return await withCheckedContinuation { continuation in
      boxes.confirm(
        "\(question.sentence) \(question.offer)", key: "w", label: "what was written",
        kept: { continuation.resume(returning: .keepOld) }
      ) { continuation.resume(returning: .useNew) }
      context.host.requestFrame()
    }
  }
}
