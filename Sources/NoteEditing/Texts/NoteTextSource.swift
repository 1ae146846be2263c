import Editor
import MarfaSDK

/// Where the text of an edited note is stored, and where it comes from when others change it.
///
/// A source knows the newest text that it and the session agree on, its base. At most one of
/// `store(_:)` and `merge(onto:)` runs at a time: `SaveMachine` sees to that. `StoredText` keeps
/// the text as the item's body; a shared document can be another source.
@MainActor package protocol NoteTextSource: AnyObject {
  /// The newest text that is stored and part of what is typed, for the file of a refused text.
  var baseText: String { get }

  /// Whether something from elsewhere waits to be merged.
  var hasArrival: Bool { get }

  /// Takes the person's edits as they are made, before anything else is asked.
  ///
  /// - Parameter changes: Sequential; the first is for the text after the last edit or merge.
  func typed(_ changes: [TextChange])

  /// Says where the person types, so that a word that is not finished is nothing yet.
  ///
  /// - Parameter caret: An offset in UTF-8 bytes; nil when nobody types any more.
  func isTyping(at caret: Int?)

  /// Whether something of the stored text has still to have its effect, once nobody types.
  var isOwed: Bool { get }

  /// Takes the item's text as it was observed in the store, with its own saves among them.
  ///
  /// - Returns: Whether it is news, which `merge(onto:)` brings.
  func observed(_ seen: TextBase) -> Bool

  /// Stores a text.
  ///
  /// Theirs that the text overrules after a contradiction is parked in the same transaction.
  ///
  /// - Parameter buffer: The text as the session has it.
  /// - Returns: What came of it.
  /// - Throws: The store's error; the stored text is as it was.
  func store(_ buffer: TextBuffer) async throws -> TextStoring

  /// Merges what arrived into a text, away from the main actor.
  ///
  /// - Parameter buffer: The text as the session has it; typing may go on meanwhile.
  /// - Returns: What is to be changed in the text; nil when nothing arrived.
  func merge(onto buffer: TextBuffer) async -> ForeignMerge?

  /// Takes the merge for done: what arrived is the base from now on.
  ///
  /// - Parameters:
  ///   - merge: The merge.
  ///   - buffer: The text with it.
  func accept(_ merge: ForeignMerge, leadingTo buffer: TextBuffer)

  /// What another source of the same text begins with; nil while this one cannot be left.
  var handOver: TextHandOver? { get }

  /// Whether others may edit it at the same time, and see each other.
  var isShared: Bool { get }

  /// How soon the text is to be stored.
  var pace: SaveMachine.Pace { get }

  /// Begins to bring changes of others as they come, until `end()`.
  ///
  /// - Parameter session: What they are brought to.
  func begin(for session: any SharedTextSession)

  /// Shows others where the person is.
  ///
  /// - Parameter selection: In the text as it is now.
  func show(_ selection: Selection)

  /// Ends: nothing is brought or shown any more, and nothing is stored.
  func end() async
}

/// What a source that brings changes as they come needs of the session.
@MainActor package protocol SharedTextSession: AnyObject {
  /// The text as it is now.
  var buffer: TextBuffer { get }

  /// Performs changes of others at once.
  ///
  /// - Parameter changes: Sequential; the first is for the text as it is now.
  func perform(foreign changes: [TextChange])

  /// Something waits that `merge(onto:)` brings.
  func hasArrival()

  /// Others came, went or moved.
  ///
  /// - Parameter people: Who is here, in the order of their names.
  func areHere(_ people: [PersonHere])
}

extension NoteTextSource {
  /// Most sources are never left.
  package var handOver: TextHandOver? { nil }

  /// Most texts have one editor.
  package var isShared: Bool { false }

  /// And nobody waits for them.
  package var pace: SaveMachine.Pace { .alone }

  /// Most sources bring nothing by themselves.
  package func begin(for session: any SharedTextSession) {}

  /// Most sources show nobody.
  package func show(_ selection: Selection) {}

  /// Most sources have nothing to end.
  package func end() async {}

  /// Unfinished words mean nothing to most sources.
  package func isTyping(at caret: Int?) {}

  /// Most sources owe nothing.
  package var isOwed: Bool { false }
}

/// What storing a text came to.
package enum TextStoring: Hashable, Sendable {
  /// It is stored; where the text that it contradicts is, if it does.
  case stored(SavedText, parked: ParkingPlace?)
  /// The store has another text than the one that this was made on: it is to be merged first.
  case conflicted
}

/// Where a text of somebody else is that was overruled in the note.
package enum ParkingPlace: Hashable, Sendable {
  /// Among the earlier versions of the note.
  case history

  /// The message when it happens.
  package func sentence(title: String) -> String {
    let name = title.isEmpty ? "This note" : "“\(title)”"
    return switch self {
    case .history:
      "\(name) changed elsewhere in the same words. Yours are kept; :note.history has the others."
    }
  }
}

/// What others changed in a text, as replacements of it, and the state of the source that it leads
/// to.
package struct ForeignMerge: Sendable {
  /// What is to be changed in the text that was merged onto.
  package var edits: ForeignEdits
  /// Whether the merged text differs from theirs.
  package var differs: Bool
  /// Whether both changed the same words; this side's stay.
  package var hasContradictions: Bool
  /// Their text and its place in the order of stored texts.
  package var theirs: TextBase

  package init(
    edits: ForeignEdits, differs: Bool, hasContradictions: Bool, theirs: TextBase
  ) {
    self.edits = edits
    self.differs = differs
    self.hasContradictions = hasContradictions
    self.theirs = theirs
  }

  /// The most edits of one merge; each one is moved over the person's whole undo history.
  package static let maximumEdits = 100

  /// Merges three texts away from the main actor; near linear in them.
  ///
  /// Where both only added something, both additions are kept.
  @concurrent
  package nonisolated static func make(
    base: TextBase, mine buffer: TextBuffer, theirs: TextBase
  ) async -> ForeignMerge {
    let mine = buffer.text
    let merge = ThreeWayMerge(
      base: base.text, mine: mine, theirs: theirs.text, additions: .bothStand)
    let replacements = merge.replacements(limit: maximumEdits)
    let merged = TextReplacement.apply(replacements, to: mine)
    return ForeignMerge(
      edits: ForeignEdits(replacements), differs: !merged.utf8.elementsEqual(theirs.text.utf8),
      hasContradictions: !merge.conflicts.isEmpty, theirs: theirs)
  }
}

/// What a source leaves to the one that takes its place.
package struct TextHandOver: Sendable {
  /// The newest text that is stored, from which others' and the person's texts come.
  package let base: String
  /// The tags that are typed into the text.
  let tags: TypedTags
}

/// A stored text with its place in the order of stored texts.
package struct TextBase: Hashable, Sendable {
  /// The text.
  package let text: String
  /// Which of the stored texts it is.
  package let token: TextToken

  package init(text: String, token: TextToken) {
    (self.text, self.token) = (text, token)
  }

  /// The text of a note as it was read.
  package init(_ note: NoteText) {
    self.init(text: note.body, token: TextToken(note))
  }
}

/// Which of a note's stored texts one is; a later one is greater.
///
/// It is all that the screen knows of how the store counts. Of a document it is the number of the
/// copy that the editor has: within one copy changes find their places by names, whatever came
/// before them.
package struct TextToken: Hashable, Comparable, Sendable {
  /// What `saveText` checks before it writes.
  package let number: Int

  /// The token of one of the copies that a document gave out.
  package init(generation: Int) { number = generation }

  /// The token of what was read.
  package init(_ note: NoteText) { number = note.revision }

  /// The token of an item as it was observed.
  package init(_ item: Item) { number = item.revision ?? item.version }

  /// The token of what was written.
  package init(_ saved: SavedText) { number = saved.revision }

  /// Whether one text was stored before another.
  package static func < (left: TextToken, right: TextToken) -> Bool {
    left.number < right.number
  }
}
