import Editor
import MarfaSDK

/// The text of a note that is the body of its item, stored as a whole.
///
/// A save names the text that it was made on; if the store has another one, nothing is written, and
/// that one is merged first. A text that contradicts what is typed stays in the note's history: the
/// save that overrules it keeps it as a version in the same transaction. The server is asked as by
/// somebody who has not seen that text, so that a person decides before it is gone there.
@MainActor package final class StoredText: NoteTextSource {
  private let store: LocalStore
  private let noteId: String
  /// Set in `moveBase(to:)` only.
  private var base: TextBase
  /// The newest text from elsewhere that is not merged yet.
  private var arrival: TextBase?
  /// The text from which a contradiction began; nil while there is none.
  ///
  /// The next save keeps the base as a version, and asks the server on this older text.
  private var contradicted: String?
  /// The tags that are typed into the text.
  private var tags: TypedTags
  /// What the merge that was made last brought of tags.
  private var foreignTags = TagDifference.none

  /// The text as it was read.
  ///
  /// - Parameters:
  ///   - store: Where the note is.
  ///   - id: The note's id.
  ///   - base: The text as it is in the editor, which the store has.
  ///   - readsTags: Whether a `#word` that is typed tags the note.
  package init(store: LocalStore, id: String, base: TextBase, readsTags: Bool = false) {
    (self.store, noteId, self.base) = (store, id, base)
    tags = TypedTags(base.text, areRead: readsTags)
  }

  package var baseText: String { base.text }

  package var hasArrival: Bool { arrival != nil }

  /// Nothing is done with single edits: the text is stored as a whole.
  package func typed(_ changes: [TextChange]) {}

  package func isTyping(at caret: Int?) { tags.caret = caret }

  package var isOwed: Bool { tags.isOwed }

  package var handOver: TextHandOver? {
    contradicted == nil ? TextHandOver(base: base.text, tags: tags) : nil
  }

  package func observed(_ seen: TextBase) -> Bool {
    guard seen.token > max(base.token, arrival?.token ?? base.token) else { return false }
    arrival = seen
    return true
  }

  package func store(_ buffer: TextBuffer) async throws -> TextStoring {
    let text = await Self.text(of: buffer)
    let change = await Self.change(of: tags, to: text)
    do {
      let saved = try await store.saveText(
        id: noteId, body: text, basedOn: base.token.number,
        snapshot: contradicted == nil ? UpdateOptions.autosaveSnapshot : .pinned,
        tags: change.difference, contradictingSince: contradicted)
      tags.stored(change)
      let parked = contradicted == nil ? nil : ParkingPlace.history
      moveBase(to: TextBase(text: text, token: TextToken(saved)))
      contradicted = nil
      return .stored(saved, parked: parked)
    } catch is ConflictError {
      // What is read now counts, whatever was observed: the note may have been made again.
      arrival = TextBase(try await store.noteText(id: noteId))
      return .conflicted
    }
  }

  package func merge(onto buffer: TextBuffer) async -> ForeignMerge? {
    guard let arrival else { return nil }
    foreignTags = await Self.tags(from: base.text, to: arrival.text)
    return await ForeignMerge.make(base: base, mine: buffer, theirs: arrival)
  }

  package func accept(_ merge: ForeignMerge, leadingTo buffer: TextBuffer) {
    tags.accept(foreignTags)
    foreignTags = .none
    if !merge.differs {
      contradicted = nil
    } else if merge.hasContradictions, contradicted == nil {
      contradicted = base.text
    }
    moveBase(to: merge.theirs)
  }

  /// Text and token move together, and what is not newer than they are is no news any more.
  private func moveBase(to newer: TextBase) {
    base = newer
    if let token = arrival?.token, token <= newer.token { arrival = nil }
  }

  /// What storing a text changes of the tags, read away from the main actor: that is linear.
  @concurrent
  private nonisolated static func change(
    of tags: TypedTags, to text: String
  ) async -> TypedTags.Change { tags.change(to: text) }

  /// The tags that came and went between two texts, read away from the main actor.
  @concurrent
  private nonisolated static func tags(
    from old: String, to new: String
  ) async -> TagDifference { TagDifference(fromText: old, to: new) }

  /// The whole text of a buffer, put together away from the main actor: that is linear.
  @concurrent
  package nonisolated static func text(of buffer: TextBuffer) async -> String { buffer.text }
}
