import Editor
import MarfaSDK
import TerminalUI

/// A note being edited: the editor, and the work of storing and merging its text.
///
/// `SaveMachine` decides when the text is stored, merged or put into a file; the session does it and
/// reports what came of it. Every change of the text leaves the editor as edits, which go to the
/// source, and every change made elsewhere comes in as edits, which leave the person's cursor and
/// undo history where they are.
@MainActor package final class NoteSession {
  /// The note's id.
  package let id: String
  /// The editor.
  package var editor: Editor
  /// How many words the text had when typing rested last, which does not change with each word.
  package private(set) var restedWordCount: Int
  /// What became of the note elsewhere, as it was reported to the person.
  var fate = NoteFate.here {
    didSet { shown() }
  }
  /// Whether the note was made for this session.
  package let isNew: Bool

  private unowned let host: any NoteSessionHost
  private let source: any NoteTextSource
  private let undoArchives: UndoArchives
  /// Where the text is while the store refuses it.
  private let refused: RefusedText
  private var machine = SaveMachine()
  private var timers: [SaveMachine.Timer: any ScheduledAction] = [:]
  /// What was typed since the merge under way began; nil without one.
  private var typedSince: [TextChange]?

  /// Opens a text for editing.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - editor: The editor with the text that the source has as its base.
  ///   - source: Where the text is stored.
  ///   - host: The application.
  ///   - undoArchives: Where undo histories are kept.
  ///   - refusedFolder: Where the text goes while the store refuses it.
  ///   - isNew: Whether the note was made for this session.
  package init(
    id: String, editor: Editor, source: any NoteTextSource, host: any NoteSessionHost,
    undoArchives: UndoArchives, refusedFolder: String, isNew: Bool = false
  ) {
    (self.id, self.editor, self.source, self.host) = (id, editor, source, host)
    (self.undoArchives, self.isNew) = (undoArchives, isNew)
    refused = RefusedText(folder: refusedFolder, noteID: id)
    restedWordCount = editor.buffer.wordCount
  }

  /// Whether everything that was typed is stored, and typing rests.
  package var isSettled: Bool { machine.isSettled }

  /// Whether the text has changed since the last save began or ended.
  package var isDirty: Bool { machine.isDirty }

  /// Whether a save is under way.
  package var isSaving: Bool {
    if case .storing = machine.state { true } else { false }
  }

  /// Whether the store refused the text the last time.
  package var isRefused: Bool { machine.isRefused }

  // MARK: - Events

  /// Takes what the editor reports as changed: it is stored once typing rests, and every so often
  /// while it does not.
  package func typed(_ changes: [TextChange]) {
    typedSince?.append(contentsOf: changes)
    source.typed(changes)
    take(.typed)
  }

  /// Stores the text now, unless it is stored; a save under way is followed by another.
  package func save() {
    restedWordCount = editor.buffer.wordCount
    host.drawSoon()
    take(.rested)
  }

  /// Tries again soon what the store refused: the person is here, and may have made room.
  func retrySoon() { take(.returned) }

  /// Takes the note as it was observed; what is new in it is merged into what is being typed.
  package func observed(_ seen: TextBase) {
    if source.observed(seen) { take(.arrived) }
  }

  /// The pane shows the note: that it was removed is seen there.
  func shown() { take(fate == .purged ? .removed : .found) }

  /// The pane shows another note: why the store refuses this one is reported from now on.
  func left() { take(.found) }

  /// Stores nothing more: the text is kept elsewhere.
  func abandon() { take(.abandoned) }

  private func take(_ event: SaveMachine.Event) {
    for action in decide(event) { perform(action) }
  }

  private func perform(_ action: SaveMachine.Action) {
    switch action {
    case .store: host.perform("Saving the note") { try await self.store() }
    case .merge: host.perform("Merging a change made elsewhere") { await self.merge() }
    case .keepFile(let isNew):
      host.perform("Keeping the text in a file") { _ = try await self.keepFile(isNew: isNew) }
    case .removeFile:
      host.perform("Removing the file of a text") { await self.refused.remove() }
    case .report: break
    case .wait(let timer, let milliseconds): start(timer, milliseconds)
    case .stop(let timer): timers.removeValue(forKey: timer)?.cancel()
    }
  }

  private func decide(_ event: SaveMachine.Event) -> [SaveMachine.Action] {
    let wasRefused = machine.isRefused
    let actions = machine.on(event, autosaveMilliseconds: host.autosaveMilliseconds)
    if machine.isRefused || wasRefused { host.refusalChanged(of: self) }
    return actions
  }

  private func start(_ timer: SaveMachine.Timer, _ milliseconds: Int) {
    timers[timer]?.cancel()
    timers[timer] = host.schedule(after: .milliseconds(milliseconds)) { [weak self] in
      self?.ended(timer)
    }
  }

  private func ended(_ timer: SaveMachine.Timer) {
    timers[timer] = nil
    if timer == .rest {
      restedWordCount = editor.buffer.wordCount
      host.drawSoon()
    }
    take(.elapsed(timer))
  }

  // MARK: - Storing

  private func store() async throws {
    let snapshot = editor
    let start = host.elapsed()
    do {
      switch try await source.store(snapshot.buffer) {
      case .stored(let saved, let parked):
        let taken = host.elapsed() - start
        take(.stored(milliseconds: Int(taken / .milliseconds(1))))
        host.stored(self, as: saved, parked: parked)
        host.sessionRested(self)
        await undoArchives.keepWhileEditing(snapshot, noteID: id)
      case .conflicted: take(.conflicted)
      }
    } catch {
      try await refused(because: error)
    }
  }

  /// Keeps the text in its file, and then throws what is to be reported.
  private func refused(because error: any Error) async throws {
    var fault: (any Error)?
    for action in decide(.refused) {
      switch action {
      case .keepFile(let isNew):
        do { _ = try await keepFile(isNew: isNew) } catch { fault = error }
      case .report(.refusal): throw error
      case .report(.fileFault): if let fault { throw fault }
      default: perform(action)
      }
    }
  }

  // MARK: - The file of a refused text

  /// Puts the text into a file that `marfa recover` lists, always the same one.
  ///
  /// - Returns: The file's path; nil when the person has taken the text out of it.
  /// - Throws: The file system's error; the text is still in memory.
  func keepInFile() async throws -> String? {
    for case .keepFile(let isNew) in decide(.fileWanted) { return try await keepFile(isNew: isNew) }
    return nil
  }

  private func keepFile(isNew: Bool) async throws -> String? {
    do {
      let path = try await refused.keep(editor.buffer, base: source.baseText, isNew: isNew)
      take(path == nil ? .fileTaken : .fileKept)
      return path
    } catch {
      take(.fileRefused)
      throw error
    }
  }

  // MARK: - Merging

  /// How often a merge is made again because something was typed where others made a change.
  private static let repetitions = 3

  /// Takes what was changed elsewhere into the text; the cursor stays at its text.
  private func merge() async {
    for attempt in 1...Self.repetitions {
      typedSince = []
      guard var merge = await source.merge(onto: editor.buffer) else { break }
      let typed = typedSince ?? []
      merge.edits.rebase(over: typed)
      if merge.edits.isTouched, attempt < Self.repetitions { continue }
      typedSince = nil
      apply(merge, typed: typed)
      return
    }
    typedSince = nil
    take(.merged(differs: machine.isDirty))
  }

  /// Changes the text and moves the base with it, with nothing in between.
  private func apply(_ merge: ForeignMerge, typed: [TextChange]) {
    editor.apply(foreign: merge.edits.changes)
    source.accept(merge)
    restedWordCount = editor.buffer.wordCount
    host.drawSoon()
    take(.merged(differs: merge.differs || !typed.isEmpty))
    if source.hasArrival { take(.arrived) }
    host.sessionRested(self)
  }

  // MARK: - The text

  /// The whole text, put together away from the main actor: that is linear.
  func text() async -> String { await StoredText.text(of: editor.buffer) }

  /// Goes to a line of the text, counted from 0.
  package func go(toLine line: Int) {
    let buffer = editor.buffer
    editor.moveCursor(toOffset: buffer.lineStart(min(max(0, line), buffer.lineCount - 1)))
  }
}
