import MarfaSDK
import NoteFiles

/// Edits one note in the person's editor, from the command line.
@MainActor
struct CommandEditing {
  let session: CommandSession
  let store: LocalStore
  let editor: Editor
  /// Whether questions are answered by their default.
  let isNonInteractive: Bool

  /// The editor and what it is given, as configured.
  struct Editor {
    var command: EditorProgram
    /// Whether the file begins with title and tags.
    var hasFrontMatter: Bool
    /// Whether a `#word` in the text tags the note.
    var readsInlineTags: Bool
  }

  /// The editor of a command; mistakes in the configuration are reported.
  ///
  /// - Parameters:
  ///   - session: Configuration and environment.
  ///   - given: The command on the command line, which wins; nil without one.
  /// - Returns: The editor.
  /// - Throws: `CommandFailure` when none is set, or its quotes do not match.
  nonisolated static func editor(
    _ session: CommandSession, given: String?
  ) throws -> Editor {
    var environment = session.host.environment
    if let given { environment["MARFA_EDITOR"] = given }
    let configuration = session.configuration()
    let command = try EditorProgram.resolve(
      environment: environment, configured: configuration.editor)
    guard let command else {
      throw CommandFailure(.failure, EditorProgram.noneSet)
    }
    return Editor(
      command: command, hasFrontMatter: configuration.editorFrontMatter,
      readsInlineTags: configuration.readsInlineTags)
  }

  /// Edits a note that is stored; each of the editor's writes is stored while it runs.
  ///
  /// - Parameter id: The note's id.
  /// - Throws: `CommandFailure` with `conflict` when both sides changed the same lines, with
  ///   `failure` when the editor failed; a text that is not stored is kept in a file, which is
  ///   named.
  func edit(id: String) async throws {
    let note = try await EditableNote(store.noteText(id: id))
    try await edit(
      note, id: id,
      stored: { try await EditableNote(store.noteText(id: id)) },
      save: { try await save($0, over: $1, id: id) })
  }

  /// Writes a new note; nothing is created while it is empty.
  ///
  /// - Parameters:
  ///   - draft: What the editor begins with.
  ///   - create: Creates the note and answers its id.
  /// - Returns: The id, or nil when nothing was written.
  /// - Throws: As `edit(id:)`.
  func write(
    _ draft: EditableNote, create: @escaping @MainActor (EditableNote) async throws -> String
  ) async throws -> String? {
    let made = CreatedNote()
    try await edit(
      draft, id: "new",
      stored: {
        guard let id = made.id else { return draft }
        return try await EditableNote(store.noteText(id: id))
      },
      save: { note, seen in
        if let id = made.id {
          try await save(note, over: seen, id: id)
        } else {
          made.id = try await create(note)
        }
      })
    return made.id
  }

  /// The id of a note that comes to be while it is written; shared by two hooks.
  private final class CreatedNote {
    var id: String?
  }

  private func edit(
    _ note: EditableNote, id: String,
    stored: @escaping @MainActor () async throws -> EditableNote,
    save: @escaping @MainActor (EditableNote, EditableNote) async throws -> Void
  ) async throws {
    let facts = Facts()
    let hooks = ExternalEditing.Hooks(
      launch: { words in
        let exit = await session.host.launch(words)
        if exit != .code(0) { facts.doubt = exit.sentence }
        return exit
      },
      stored: stored, store: save,
      ask: { question in
        facts.doubt = question.sentence
        let answer = answer(to: question)
        if answer == .useNew { facts.doubt = nil }
        return answer
      },
      // The command line has no view for contradictions: the file stays.
      resolve: { _ in nil },
      report: { session.output.note("marfa: \($0)") })
    let outcome = try await ExternalEditing.edit(
      note, id: id, command: editor.command, directory: session.directories.edit,
      withFrontMatter: editor.hasFrontMatter, hooks: hooks)
    if let complaint = outcome.complaint { throw CommandFailure(.failure, complaint) }
    if case .kept(let path) = outcome {
      let reason = facts.doubt ?? "Your edit and the note changed the same lines."
      throw CommandFailure(
        facts.doubt == nil ? .conflict : .failure,
        "\(reason) Your text is not saved; it is kept in \(path), and `marfa recover` lists it.")
    }
    if let doubt = facts.doubt { throw CommandFailure(.failure, "\(doubt) Nothing was changed.") }
  }

  /// What the hooks of one run learned.
  private final class Facts {
    /// Why the editor's text is not taken as it is; nil while nothing speaks against it.
    var doubt: String?
  }

  private func save(_ note: EditableNote, over seen: EditableNote, id: String) async throws {
    try await store.store(
      note, over: seen, id: id, snapshot: .always, readsInlineTags: editor.readsInlineTags)
  }

  private func answer(to question: EditSession.Question) -> EditSession.Answer {
    guard !isNonInteractive,
      let isWanted = session.answer("\(question.sentence) \(question.offer)")
    else { return .putOff }
    return isWanted ? .useNew : .keepOld
  }
}
