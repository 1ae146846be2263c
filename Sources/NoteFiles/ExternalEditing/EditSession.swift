import MarfaSDK
import Settings

/// What happens while a note is in an external editor: a value that decides, given what was seen.
///
/// States: `editing` → (`asking` | `resolving`) → `finished`. The text that the editor holds and
/// the text in the store may both change at any time; nothing is ever stored over a change made
/// elsewhere.
package struct EditSession: Hashable, Sendable {
  /// How the editor ended.
  package enum EditorExit: Hashable, Sendable {
    /// By itself with a code.
    case code(Int32)
    /// By a signal.
    case signal(Int32)
    /// It could not be started.
    case failed(String)
  }

  /// What was seen.
  package enum Event: Hashable, Sendable {
    /// The file was written; with the note in the store now.
    case written(mine: EditableNote, stored: EditableNote)
    /// The editor ended; `mine` is nil when the file is gone or cannot be read. The place is that
    /// of the first byte that is no text, in whose stead `mine` has U+FFFD.
    case exited(
      EditorExit, mine: EditableNote?, invalidPlace: SourcePosition? = nil, stored: EditableNote)
    /// The person answered a question; with the note in the store now.
    case answered(Answer, stored: EditableNote)
    /// The person decided the contradictions, or put that off with nil.
    case resolved(body: String?, stored: EditableNote)
  }

  /// What must be done; in order.
  package enum Action: Hashable, Sendable {
    /// Store the note.
    case store(EditableNote)
    /// Ask; the default is to keep the old text.
    case ask(Question)
    /// Show the contradictions to be decided.
    case showConflicts(ThreeWayMerge)
    /// The text is safely stored or not wanted: remove the file.
    case removeFile
    /// The text is not stored: say where the file is.
    case keepFile
  }

  /// Why the person is asked.
  package enum Question: Hashable, Sendable {
    /// The editor reported a failure; its text may be half done.
    case editorFailed(EditorExit)
    /// The file is empty though the note was not.
    case emptyFile
    /// The file has bytes that are no text, the first of them there.
    case notText(SourcePosition)
  }

  /// What the person wants.
  package enum Answer: Hashable, Sendable {
    /// The text from before the editor was started.
    case keepOld
    /// The text of the file.
    case useNew
    /// Nobody can be asked: the note as with `keepOld`, and the file stays.
    case putOff
  }

  private enum State: Hashable, Sendable {
    case editing
    case asking(Question, mine: EditableNote)
    case resolving(mine: EditableNote)
    case finished
  }

  /// The note when the editor was started.
  package let original: EditableNote
  /// What the editor's text was when it was last brought into the store.
  private var base: EditableNote
  /// Whether anything from this session is in the store.
  private var hasStored = false
  private var state = State.editing

  /// Begins with the note as it is given to the editor.
  package init(original: EditableNote) {
    self.original = original
    base = original
  }

  /// Whether nothing more will happen.
  package var isFinished: Bool { state == .finished }

  /// Takes what was seen and decides what to do.
  ///
  /// Events that do not fit the state are ignored, such as a late report of a write.
  package mutating func on(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.editing, .written(let mine, let stored)):
      // An emptied file may be half written; at the end it is asked about.
      return isEmptied(mine) ? [] : bring(mine, onto: stored, atEnd: false)
    case (.editing, .exited(let exit, let mine, let invalidPlace, let stored)):
      return exited(exit, mine, invalidPlace, stored)
    case (.asking(let question, let mine), .answered(let answer, let stored)):
      return answered(answer, to: question, mine, stored)
    case (.resolving(let mine), .resolved(let body, let stored)):
      return resolved(body, mine, stored)
    default:
      return []
    }
  }

  // MARK: - Transitions

  private mutating func exited(
    _ exit: EditorExit, _ mine: EditableNote?, _ invalidPlace: SourcePosition?,
    _ stored: EditableNote
  ) -> [Action] {
    guard let mine else {
      state = .finished
      return [.keepFile]
    }
    if let invalidPlace { return ask(.notText(invalidPlace), mine) }
    if mine == original, !hasStored {
      state = .finished
      return [.removeFile]
    }
    if exit != .code(0) { return ask(.editorFailed(exit), mine) }
    if isEmptied(mine) { return ask(.emptyFile, mine) }
    return bring(mine, onto: stored, atEnd: true)
  }

  private mutating func ask(_ question: Question, _ mine: EditableNote) -> [Action] {
    state = .asking(question, mine: mine)
    return [.ask(question)]
  }

  private func isEmptied(_ mine: EditableNote) -> Bool {
    mine.body.allSatisfy(\.isWhitespace) && !original.body.allSatisfy(\.isWhitespace)
  }

  private mutating func answered(
    _ answer: Answer, to question: Question, _ mine: EditableNote, _ stored: EditableNote
  ) -> [Action] {
    guard answer != .useNew else { return bring(mine, onto: stored, atEnd: true) }
    let last = answer == .putOff || question.keepsFile ? Action.keepFile : .removeFile
    guard hasStored else {
      state = .finished
      return [last]
    }
    // Texts picked up while the editor ran are undone, changes from elsewhere stay.
    return bring(original, onto: stored, atEnd: true).map { $0 == .removeFile ? last : $0 }
  }

  private mutating func resolved(
    _ body: String?, _ mine: EditableNote, _ stored: EditableNote
  ) -> [Action] {
    guard let body else {
      state = .finished
      return [.keepFile]
    }
    // The store may have changed again while the person decided; then their decision is one side.
    var decided = EditableNote.merge(base: base, mine: mine, theirs: shown ?? stored).note
    decided.body = body
    base = shown ?? stored
    return bring(decided, onto: stored, atEnd: true)
  }

  /// The store's side of the contradictions that are shown.
  private var shown: EditableNote?

  /// Brings the editor's changes since the last time onto what is in the store.
  private mutating func bring(
    _ mine: EditableNote, onto stored: EditableNote, atEnd: Bool
  ) -> [Action] {
    let merging = EditableNote.merge(base: base, mine: mine, theirs: stored)
    guard merging.isClean else {
      // While the editor runs the contradiction waits for its end: more may change.
      guard atEnd else { return [] }
      state = .resolving(mine: mine)
      shown = stored
      return [.showConflicts(merging.body)]
    }
    base = mine
    let actions: [Action] = merging.note == stored ? [] : [.store(merging.note)]
    if !actions.isEmpty { hasStored = true }
    guard atEnd else { return actions }
    state = .finished
    return actions + [.removeFile]
  }
}

extension EditSession.Question {
  /// Whether the file stays when its text is not used: what the person wrote is in it, and an
  /// editor may have failed through no wish of theirs.
  fileprivate var keepsFile: Bool { self != .emptyFile }
}
