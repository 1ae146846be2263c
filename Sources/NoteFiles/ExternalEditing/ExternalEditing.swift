import Dispatch
import Glibc
import MarfaSDK
import Settings

/// Runs one external editor: makes the file, picks up every write, and brings the text home.
///
/// `EditSession` decides; this carries out. The terminal, the store and the questions come from the
/// application.
@MainActor
package final class ExternalEditing {
  /// What the application does for the session.
  package struct Hooks {
    /// Starts the program with its arguments and waits for its end.
    package var launch: @MainActor ([String]) async -> EditSession.EditorExit
    /// The note in the store now.
    package var stored: @MainActor () async throws -> EditableNote
    /// Stores the note, which was made of the second one: what was stored since must survive.
    package var store: @MainActor (EditableNote, EditableNote) async throws -> Void
    /// Asks; the default is to keep the old text.
    package var ask: @MainActor (EditSession.Question) async -> EditSession.Answer
    /// Lets the person decide contradictions; nil puts it off.
    package var resolve: @MainActor (ThreeWayMerge) async -> String?
    /// Shows a remark about the file.
    package var report: @MainActor (Diagnostic) -> Void

    package init(
      launch: @escaping @MainActor ([String]) async -> EditSession.EditorExit,
      stored: @escaping @MainActor () async throws -> EditableNote,
      store: @escaping @MainActor (EditableNote, EditableNote) async throws -> Void,
      ask: @escaping @MainActor (EditSession.Question) async -> EditSession.Answer,
      resolve: @escaping @MainActor (ThreeWayMerge) async -> String?,
      report: @escaping @MainActor (Diagnostic) -> Void
    ) {
      (self.launch, self.stored, self.store) = (launch, stored, store)
      (self.ask, self.resolve, self.report) = (ask, resolve, report)
    }
  }

  /// Where the text is after the session.
  package enum Outcome: Hashable, Sendable {
    /// In the store, or nothing was changed; the file is gone.
    case stored
    /// In the file only.
    case kept(path: String)
    /// The text is in the store; what is above it cannot be read, so title and tags are as they
    /// were, and all that was written is in the file, too.
    case storedWithoutFrontMatter(path: String)
    /// Nowhere: the editor took the file away. The note is as it was last stored.
    case gone
    /// In what the editor put in the file's place, if anywhere: it cannot be read, for the reason
    /// with the system's number. The note is as it was last stored.
    case unreadable(path: String, reason: Int32)
  }

  private let file: EditFile
  private let hasFrontMatter: Bool
  private let hooks: Hooks
  private var session: EditSession
  /// The note in the store when the session last looked.
  private var seen: EditableNote
  /// What was last read, so that a write that changes nothing costs nothing.
  private var lastText: String
  /// Whether what is above the text could not be read, when it was last looked at.
  private var hasUnreadFrontMatter = false
  private var isDirty = false
  private var isEnding = false
  private var pickingUp: Task<Void, Never>?

  private init(
    file: EditFile, text: String, note: EditableNote, hasFrontMatter: Bool, hooks: Hooks
  ) {
    self.file = file
    self.hasFrontMatter = hasFrontMatter
    self.hooks = hooks
    session = EditSession(original: note)
    seen = note
    lastText = text
  }

  /// Edits a note.
  ///
  /// - Parameters:
  ///   - note: The note as it is stored.
  ///   - id: Its id.
  ///   - command: The editor.
  ///   - line: The line of the text to begin at, from 1.
  ///   - column: The column, from 1.
  ///   - directory: Where the file is made.
  ///   - withFrontMatter: Whether the file begins with title and tags.
  ///   - hooks: What the application does.
  /// - Returns: Where the text is.
  /// - Throws: When the file cannot be made, and what `hooks.stored` and `hooks.store` throw; the
  ///   file then stays.
  package static func edit(
    _ note: EditableNote, id: String, command: EditorProgram, line: Int = 1, column: Int = 1,
    directory: String, withFrontMatter: Bool, hooks: Hooks
  ) async throws -> Outcome {
    let text = note.text(withFrontMatter: withFrontMatter)
    let file = try EditFile.create(in: directory, id: id, title: note.title, text: text)
    let editing = ExternalEditing(
      file: file, text: text, note: note, hasFrontMatter: withFrontMatter, hooks: hooks)
    let shift = withFrontMatter ? text.prefix(text.count - note.body.count).count { $0 == "\n" } : 0
    let arguments = command.arguments(file: file.path, line: line + shift, column: column)
    return try await editing.run(arguments)
  }

  // MARK: - Running

  private func run(_ arguments: [String]) async throws -> Outcome {
    let watcher = try watch()
    let exit = await hooks.launch(arguments)
    watcher.cancel()
    isEnding = true
    isDirty = false
    await pickingUp?.value
    let content = await file.read()
    var actions = session.on(
      .exited(
        exit, mine: content.map { note($0.text) }, invalidPlace: content?.invalidPlace,
        stored: try await look()))
    while true {
      if let outcome = try await perform(&actions) { return outcome }
    }
  }

  private func watch() throws -> DirectoryWatcher {
    let name = file.name
    return try DirectoryWatcher(directory: file.directory, queue: .main) { [weak self] names in
      guard names.isEmpty || names.contains(name) else { return }
      // The watcher's queue is the main one, which is the main actor's.
      MainActor.assumeIsolated { self?.fileChanged() }
    }
  }

  private func fileChanged() {
    isDirty = true
    guard pickingUp == nil, !isEnding else { return }
    pickingUp = Task { [weak self] in
      while let self, self.isDirty {
        self.isDirty = false
        await self.pickUp()
      }
      self?.pickingUp = nil
    }
  }

  /// Brings what the editor wrote into the store while it goes on.
  private func pickUp() async {
    // What is no text is asked about at the editor's end; it may still be written in another way.
    guard let content = await file.read(), content.invalidPlace == nil, content.text != lastText
    else { return }
    let text = content.text
    lastText = text
    do {
      let mine = note(text)
      for action in session.on(.written(mine: mine, stored: try await look())) {
        if case .store(let note) = action { try await hooks.store(note, seen) }
      }
    } catch {
      // The text is safe in the file, and is brought home at the editor's end.
      hooks.report(
        Diagnostic(
          .warning, file: file.path,
          message: "is not stored yet: \(ErrorText.sentence(for: error))"))
    }
  }

  /// The note in the store now.
  private func look() async throws -> EditableNote {
    seen = try await hooks.stored()
    return seen
  }

  private func note(_ text: String) -> EditableNote {
    let (note, problem) = EditableNote.read(
      text, before: session.original, hasFrontMatter: hasFrontMatter, file: file.path)
    hasUnreadFrontMatter = problem != nil
    if let problem { hooks.report(problem) }
    return note
  }

  /// Performs actions until an answer brings new ones, or the session ends.
  private func perform(_ actions: inout [EditSession.Action]) async throws -> Outcome? {
    for action in actions {
      switch action {
      case .store(let note): try await hooks.store(note, seen)
      case .ask(let question):
        let answer = await hooks.ask(question)
        actions = session.on(.answered(answer, stored: try await look()))
        return nil
      case .showConflicts(let merge):
        let body = await hooks.resolve(merge)
        actions = session.on(.resolved(body: body, stored: try await look()))
        return nil
      case .removeFile:
        if hasUnreadFrontMatter { return .storedWithoutFrontMatter(path: file.path) }
        file.remove()
        return .stored
      case .keepFile:
        switch file.readError {
        case nil: return .kept(path: file.path)
        case ENOENT:
          file.remove()
          return .gone
        case let reason?: return .unreadable(path: file.path, reason: reason)
        }
      }
    }
    return .kept(path: file.path)
  }
}
