import Editor
import MarfaSDK

/// A note being edited: the editor, and the work of storing and merging its text.
///
/// `SaveMachine` decides when the text is stored, merged or put into a file; the session does it
/// and reports the result. Every change of the text leaves the editor as edits, which go to the
/// source, and every change made elsewhere comes in as edits, which leave the person's cursor and
/// undo history where they are.
@MainActor package final class NoteSession {
  /// The note's id.
  package let id: String
  /// The editor.
  package var editor: Editor
  /// The number of words when typing last paused; it does not change with each word.
  package var restedWordCount: Int { words.count }
  let words: RestedWords
  /// What another program did to the note, as last reported to the person.
  package var fate = NoteFate.here {
    didSet { shown() }
  }
  /// Whether the note was created for this session.
  package let isNew: Bool
  /// The others who are in the note, in the order of their names.
  package internal(set) var people: [PersonHere] = []

  let host: any NoteSessionHost
  /// Where the text is stored: another one once the note's document can be had.
  var source: any NoteTextSource
  /// Opens the note's document for a text that another source stores; nil where it cannot be had
  /// now.
  let joining: Joining?
  /// Whether the document is to be opened with the next merge.
  var wantsDocument = false
  private let history: KeptHistory
  /// Keeps the text in a file while the store refuses it.
  private let refused: RefusedText
  private(set) var machine = SaveMachine()
  private var timers: [SaveMachine.Timer: any ScheduledAction] = [:]
  /// The edits typed since the running merge began; nil without a merge.
  var typedSince: [TextChange]?
  /// Whether the pane shows another note.
  private(set) var hasLeft = false
  /// The end of the source, once it has begun.
  private var ending: Task<Void, Never>?
  /// When the last save ended.
  private var stored: Duration?
  /// Whether the person has typed, and nothing was decided since about a note in the trash.
  private(set) var hasTyped = false
  /// Whether the person typed since the text was last to be stored at once.
  private var isTyping = false
  private let slowStoring = SlowStoring()
  private let storedClaim = StoredClaim()

  /// Opens a text for editing.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - editor: The editor, with the source's text.
  ///   - source: Where the text is stored.
  ///   - host: The application.
  ///   - undoArchives: Where undo histories are kept.
  ///   - refusedFolder: Where the text goes while the store refuses it.
  ///   - isNew: Whether the note was created for this session.
  ///   - joining: Opens the note's document later, if the source is not one.
  package init(
    id: String, editor: Editor, source: any NoteTextSource, host: any NoteSessionHost,
    undoArchives: UndoArchives, refusedFolder: String, isNew: Bool = false,
    joining: Joining? = nil
  ) {
    (self.id, self.editor, self.source, self.host) = (id, editor, source, host)
    (self.isNew, self.joining) = (isNew, joining)
    history = KeptHistory(undoArchives, noteId: id, host)
    refused = RefusedText(folder: refusedFolder, noteId: id)
    words = RestedWords(editor.buffer.wordCount)
    source.begin(for: self)
  }

  /// Whether everything that was typed is stored and nobody is typing.
  package var isSettled: Bool { machine.isSettled }

  /// Whether the screen says that something is being stored: where that takes long.
  package var isShownStoring: Bool { slowStoring.isShown }

  /// Whether the screen may call everything stored: never what a crash could lose.
  ///
  /// A text that is stored with every key is called so until that takes long.
  package var isCalledStored: Bool {
    (source.pace != .alone || isAtRest) && !slowStoring.isShown
  }

  /// Whether everything was stored a while ago: what is being typed is on no server yet.
  package var isAtRest: Bool { storedClaim.isMade }

  // MARK: - Events

  /// Takes the edits that the editor reports: they are stored when typing pauses, and from time to
  /// time while it does not.
  package func typed(_ changes: [TextChange]) {
    typedSince?.append(contentsOf: changes)
    source.typed(changes)
    (isTyping, hasTyped) = (true, true)
    if source.pace != .alone { words.countSoon(host) { [weak self] in self?.buffer } }
    take(.typed)
  }

  /// Stores the text now, unless it is stored already; a running save is followed by another.
  package func save() {
    words.count(editor.buffer)
    isTyping = false
    // A word that was being typed at the last save is finished now.
    if source.isOwed { take(.typed) }
    host.drawSoon()
    take(.rested)
  }

  /// Retries a refused save soon: the person is here, and may have freed space.
  package func retrySoon() { take(.returned) }

  /// Takes the note as it was observed; changes in it are merged into the text being typed.
  package func observed(_ seen: TextBase) {
    if source.observed(seen) { take(.arrived) }
  }

  /// The pane shows the note again: it shows whether the note was removed.
  package func shown() {
    hasLeft = false
    take(fate == .purged ? .removed : .found)
  }

  /// The pane shows another note: from now on refused saves are reported as messages, and once all
  /// is stored the session ends.
  package func left() {
    hasLeft = true
    history.forgetWaiting()
    take(.found)
    endIfDone()
  }

  /// Ends after the person left and everything is stored.
  func endIfDone() {
    guard hasLeft, isSettled, ending == nil else { return }
    guard isShared else { return host.ended(self) }
    let ending = Task { [source] in await source.end() }
    self.ending = ending
    host.perform("Leaving the note") { [self] in
      await ending.value
      host.ended(self)
    }
  }

  /// Waits until the end that has begun is over; false for a session that goes on.
  package func hasEnded() async -> Bool {
    guard let ending else { return false }
    await ending.value
    return true
  }

  /// Ends saving: the text is kept elsewhere.
  package func abandon() {
    take(.abandoned)
    hasLeft = true
    endIfDone()
  }

  /// The person has decided where the note is to be with what was typed.
  package func isDecided() { hasTyped = false }

  /// Lets the machine decide what an event asks for, and does it.
  func take(_ event: SaveMachine.Event) {
    for action in decide(event) { perform(action) }
  }

  private func perform(_ action: SaveMachine.Action) {
    switch action {
    case .store:
      let save = beginStoring()
      host.perform("Saving the note") { try await self.finish(save) }
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
    let actions = machine.on(
      event, autosaveMilliseconds: host.autosaveMilliseconds, pace: source.pace,
      sinceSaveMilliseconds: stored.map { Int((host.elapsed() - $0) / .milliseconds(1)) } ?? .max)
    if machine.isRefused || wasRefused { host.refusalChanged(of: self) }
    slowStoring.follow(machine.state, host)
    storedClaim.follow(isSettled: isSettled, host)
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
    if timer == .rest, source.pace == .alone {
      words.count(editor.buffer)
      host.drawSoon()
    }
    take(.elapsed(timer))
  }

  // MARK: - Storing

  /// A save that has begun.
  private struct Save {
    let snapshot: Editor
    let start: Duration
    let task: Task<TextStoring, any Error>
  }

  /// Begins to store the text; it goes to the store before anything else is done here.
  private func beginStoring() -> Save {
    let (snapshot, start) = (editor, host.elapsed())
    source.isTyping(at: isTyping ? snapshot.cursor : nil)
    // Others see it together with the text.
    if isShared { showCaret() }
    let task = Task.immediate { [source] in try await source.store(snapshot.buffer) }
    return Save(snapshot: snapshot, start: start, task: task)
  }

  private func finish(_ save: Save) async throws {
    do {
      switch try await save.task.value {
      case .stored(let saved, let parked):
        let now = host.elapsed()
        let taken = now - save.start
        stored = now
        take(.stored(milliseconds: Int(taken / .milliseconds(1))))
        host.stored(self, as: saved, parked: parked)
        host.sessionRested(self)
        if source.pace == .alone || hasLeft {
          await history.keep(save.snapshot)
        } else {
          history.keepLater(save.snapshot)
        }
        endIfDone()
      case .conflicted: take(.conflicted)
      }
    } catch {
      try await refused(because: error)
    }
  }

  /// Keeps the text in its file, then throws the error to report.
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

  /// Writes the text to the file of this session, which `marfa recover` lists.
  ///
  /// - Returns: The file's path; nil if the person has already recovered the text from it.
  /// - Throws: The file system's error; the text is still in memory.
  package func keepInFile() async throws -> String? {
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
}
