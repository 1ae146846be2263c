import Editor
import MarfaSDK
import TerminalUI

/// A note being edited: the editor, and what of it is not yet stored.
///
/// The text is stored when typing rests, while it goes on as often, when the focus leaves, and before
/// anything that leaves the note. A change made elsewhere meanwhile is merged into what is being typed.
@MainActor package final class NoteSession {
  /// The note's id.
  package let id: String
  /// The editor.
  package var editor: Editor
  /// The text that the store has, as far as is known here.
  package private(set) var storedText: String
  /// The revision of the note that `storedText` is of.
  private var revision: Int
  /// Whether the editor's text differs from the stored one.
  package private(set) var isDirty = false
  /// Whether a save is under way.
  package private(set) var isSaving = false

  /// How many words the text had when typing rested last: a number that followed each word would be
  /// sent with each word.
  package private(set) var restedWordCount: Int

  /// What became of the note elsewhere, as far as was told.
  var fate = NoteFate.here

  /// Whether the note was made for this session.
  package let isNew: Bool

  private unowned let application: Application
  private var savesAgain = false
  /// Waits for typing to rest.
  private var rest: (any ScheduledAction)?
  /// Stores what is typed without a rest.
  private var latestSave: (any ScheduledAction)?
  private var saving: Task<Void, Never>?
  private var lastSaveMilliseconds = 0
  /// How often in a row the text could not be stored.
  private var failures = 0
  /// Where the text is while the store refuses it.
  private let refused: RefusedText
  /// Whether that has a file.
  private var hasFile = false
  /// Whether the text is kept elsewhere.
  private var isAbandoned = false
  /// Whether something was typed since the file was written.
  private var isFileBehind = false
  /// Writes the file again, or has begun to.
  private var rewriting: (any ScheduledAction)?

  package init(
    application: Application, id: String, text: String, revision: Int, editor: Editor,
    isNew: Bool = false
  ) {
    self.isNew = isNew
    self.application = application
    self.id = id
    self.editor = editor
    self.revision = revision
    refused = RefusedText(folder: application.settings.directories.edit, noteID: id)
    storedText = text
    restedWordCount = editor.buffer.wordCount
  }

  /// Whether everything that was typed is stored, and typing rests.
  package var isSettled: Bool { !isDirty && !isSaving && rest == nil }

  /// The text changed: it is stored once typing rests, and no later for not resting.
  ///
  /// The rest is 300 ms, or ten times what the last save took if that is longer.
  package func textChanged() {
    isFileBehind = true
    rewriteFileSoon()
    saveSoon()
  }

  private func saveSoon() {
    isDirty = true
    storeRested(after: usualRest)
    guard latestSave == nil else { return }
    latestSave = application.host.schedule(after: .milliseconds(usualRest)) { [weak self] in
      self?.store()
    }
  }

  private var usualRest: Int {
    max(application.settings.configuration.autosaveMilliseconds, 10 * lastSaveMilliseconds)
  }

  private func storeRested(after milliseconds: Int) {
    rest?.cancel()
    rest = application.host.schedule(after: .milliseconds(milliseconds)) { [weak self] in
      self?.save()
    }
  }

  /// Tries again what the store refused, after a rest that is twice as long each time, up to half a
  /// minute; meanwhile the text is in a file.
  private func retryLater() {
    storeRested(after: max(usualRest, min(30_000, usualRest << min(failures, 16))))
  }

  /// Tries again what the store refused without that wait: the person is here, and may have made
  /// room.
  func retrySoon() {
    if failures > 0, isDirty, !isSaving { storeRested(after: usualRest) }
  }

  /// Stores the text now, unless it is stored; a save under way is followed by another.
  package func save() {
    rest?.cancel()
    rest = nil
    restedWordCount = editor.buffer.wordCount
    application.host.requestFrame()
    store()
  }

  private func store() {
    latestSave?.cancel()
    latestSave = nil
    savesAgain = isDirty && isSaving
    guard isDirty, !isSaving else { return }
    let (saved, buffer) = (editor, editor.buffer)
    isSaving = true
    isDirty = false
    let start = application.elapsed()
    application.perform("Saving the note") { [self] in
      do {
        try await write(Self.text(of: buffer))
        // What was typed during a save that was long awaited waits no longer than it.
        if failures > 0 { savesAgain = savesAgain || isDirty }
        failures = 0
        application.unsaved[id] = nil
        finishSave(since: start)
        await removeFileIfStored()
        await application.undoArchives.keepWhileEditing(saved, noteID: id)
      } catch {
        if isAbandoned { return }
        isDirty = true
        failures += 1
        // Even when the note is left, the text lives on and is tried again.
        application.unsaved[id] = self
        finishSave(since: start)
        // That the note was removed was told, with what to do; else what the store says is told.
        let isTold = fate == .purged && application.workspace.note.session === self
        do {
          _ = try await keepInFile()
          if isTold { return }
        } catch let fault {
          if isTold { throw fault }
        }
        throw error
      }
    }
  }

  /// Stores nothing more: the text is kept elsewhere.
  func abandon() {
    settle()
    isAbandoned = true
    application.perform("Removing the file of a text") { [self] in await refused.remove() }
  }

  // MARK: - While the store refuses the text

  /// Puts the text into a file that `marfa recover` lists, always the same one.
  ///
  /// - Returns: The file's path; nil when the person has taken the text out of it.
  /// - Throws: The file system's error; the text is still in memory.
  func keepInFile() async throws -> String? {
    let isNew = isFileBehind || !hasFile
    (hasFile, isFileBehind) = (true, false)
    let path = try await refused.keep(editor.buffer, base: storedText, isNew: isNew)
    if path == nil, !isFileBehind { settle() }
    return path
  }

  /// Stores nothing until something is typed: what was typed so far is elsewhere.
  private func settle() {
    rest?.cancel()
    latestSave?.cancel()
    (rest, latestSave) = (nil, nil)
    (isDirty, savesAgain, failures, hasFile) = (false, false, 0, false)
    application.unsaved[id] = nil
  }

  /// Writes what is typed into the file as often as it would be stored.
  private func rewriteFileSoon() {
    guard failures > 0, isFileBehind, rewriting == nil else { return }
    let delay = application.settings.configuration.autosaveMilliseconds
    rewriting = application.host.schedule(after: .milliseconds(delay)) { [weak self] in
      self?.rewriteFile()
    }
  }

  private func rewriteFile() {
    application.perform("Keeping the text in a file") { [self] in
      defer {
        rewriting = nil
        rewriteFileSoon()
      }
      if failures > 0 { _ = try await keepInFile() }
    }
  }

  private func removeFileIfStored() async {
    guard hasFile, !isDirty, !isSaving else { return }
    hasFile = false
    await refused.remove()
  }

  // MARK: - Storing

  /// Stores a text, or takes in what was changed elsewhere since; that is then stored next.
  private func write(_ text: String) async throws {
    let store = application.client.store
    do {
      let saved = try await store.saveText(id: id, body: text, basedOn: revision)
      storedText = text
      revision = saved.revision
      application.workspace.note.stored(id: id, as: saved)
    } catch is ConflictError {
      let theirs = try await store.noteText(id: id)
      isDirty = true
      savesAgain = true
      merge(stored: theirs.body, revision: theirs.revision)
    }
  }

  private func finishSave(since start: Duration) {
    isSaving = false
    let taken = application.elapsed() - start
    lastSaveMilliseconds = Int(taken / .milliseconds(1))
    application.upkeep.stored()
    if savesAgain {
      store()
    } else if isDirty, rest == nil {
      if failures > 0 { retryLater() } else { saveSoon() }
    }
  }

  /// The whole text, put together away from the main actor: that is linear.
  func text() async -> String { await Self.text(of: editor.buffer) }

  /// The whole text of a buffer, put together away from the main actor.
  @concurrent
  nonisolated static func text(of buffer: TextBuffer) async -> String { buffer.text }

  /// Goes to a line of the text, counted from 0.
  package func go(toLine line: Int) {
    let buffer = editor.buffer
    editor.moveCursor(toOffset: buffer.lineStart(min(max(0, line), buffer.lineCount - 1)))
  }

  /// Takes a change made elsewhere into what is being typed; the cursor stays at its text.
  ///
  /// Where both changed the same lines, both stand, mine first.
  ///
  /// - Parameters:
  ///   - text: The text that the store has.
  ///   - newRevision: The revision that it is of; nil when that is known already.
  package func merge(stored text: String, revision newRevision: Int? = nil) {
    revision = newRevision ?? revision
    guard text != storedText else { return }
    let mine = editor.text
    let merged = ThreeWayMerge(base: storedText, mine: mine, theirs: text).text {
      $0.mine + $0.theirs
    }
    storedText = text
    if let change = TextChange(from: mine, to: merged) {
      editor.apply(remote: change)
      restedWordCount = editor.buffer.wordCount
    }
    if merged != text { textChanged() }
  }
}
