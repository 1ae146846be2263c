import MarfaSDK
import NoteFiles

/// Editing a note in the person's own editor.
extension Application {
  /// Gives the terminal to the editor; each of its saves is stored while it runs.
  package func editNoteExternally() {
    guard let row = selectedNote else { return }
    do {
      guard
        let command = try EditorProgram.resolve(
          environment: settings.environment, configured: settings.configuration.editor)
      else {
        messages.notice("$EDITOR is not set; editing here instead.")
        return editNote(in: .normal)
      }
      edit(row.id, with: command)
    } catch {
      messages.error("The editor cannot be started: \(error.origin.rawValue) has unmatched quotes.")
    }
  }

  private func edit(_ id: String, with command: EditorProgram) {
    workspace.note.leave()
    perform("Editing") { [self] in
      await finishWork(but: 1)
      let note = try await EditableNote(client.store.noteText(id: id))
      let outcome = try await ExternalEditing.edit(
        note, id: id, command: command, line: workspace.note.reader.topSourceLine + 1,
        directory: settings.directories.edit,
        withFrontMatter: settings.configuration.editorFrontMatter, hooks: hooks(for: id))
      workspace.note.reload()
      switch outcome {
      case .stored: break
      case .kept(let path):
        messages.error("Your text is kept in \(path); `marfa recover` lists it.")
      case .storedWithoutFrontMatter(let path):
        messages.error(EditSession.frontMatterUnread(path))
      case .gone: messages.error(EditSession.fileGone)
      case .unreadable(let path, let reason):
        messages.error(EditSession.fileUnreadable(path, reason))
      }
    }
  }

  private func hooks(for id: String) -> ExternalEditing.Hooks {
    ExternalEditing.Hooks(
      launch: { [self] arguments in
        do {
          let code = try await host.runProgram(arguments)
          // As a shell tells it; a shell between us and the editor does.
          let exit = code > 128 ? EditSession.EditorExit.signal(code - 128) : .code(code)
          if code != 0 { messages.error(exit.sentence) }
          return exit
        } catch {
          var reason = ErrorText.sentence(for: error)
          if reason.last == "." { reason.removeLast() }
          let exit = EditSession.EditorExit.failed(reason)
          messages.error(exit.sentence)
          return exit
        }
      },
      stored: { [client] in try await EditableNote(client.store.noteText(id: id)) },
      store: { [client] in try await client.store.store($0, over: $1, id: id) },
      ask: { [self] in await answer(to: $0) },
      resolve: { [self] merge in
        await withCheckedContinuation { continuation in
          compositor.push(
            MergeView(application: self, merge: merge) { continuation.resume(returning: $0) })
          host.requestFrame()
        }
      },
      report: { [self] in messages.error($0.description) })
  }

  private func answer(to question: EditSession.Question) async -> EditSession.Answer {
    let text =
      switch question {
      case .editorFailed: "\(question.sentence) Use what it wrote all the same?"
      case .emptyFile: "\(question.sentence) Empty the note?"
      case .notText: "\(question.sentence) Use it with \u{fffd} for what cannot be read?"
      }
    return await withCheckedContinuation { continuation in
      compositor.push(
        ConfirmDialog(
          application: self, question: text, confirmKey: "w", confirmLabel: "what was written",
          kept: { continuation.resume(returning: .keepOld) }
        ) { continuation.resume(returning: .useNew) })
      host.requestFrame()
    }
  }
}
