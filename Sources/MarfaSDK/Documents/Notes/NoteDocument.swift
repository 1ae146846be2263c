import Documents

/// The text of one note that others edit, too, for one editor.
///
/// The editor holds a copy of the replica and edits it at once; what it did is handed over as
/// changes, and what others did arrives as changes, so that both copies end in the same text.
package protocol NoteDocument: Sendable {
  /// The item's id.
  var noteId: String { get }

  /// Whether what is stored waits a little for more before it is sent.
  var gathers: Bool { get }

  /// Begins to edit: the replica as it is stored, joined by others as soon as the server answers.
  ///
  /// - Throws: `NotFoundError`, `StorageError`, or what attaching throws when the note has no
  ///   replica.
  func open() async throws -> NoteReplica

  /// Stores changes and the text that they lead to in one transaction; they are sent afterwards.
  ///
  /// - Parameters:
  ///   - changes: What the editor's copy did since the last call, oldest first.
  ///   - generation: Which copy the editor has, see ``NoteReplica/generation``; with an older one
  ///     nothing is written and the newest copy is the answer.
  ///   - text: The text that the editor shows.
  ///   - tags: Tags that come and go with what this person typed.
  ///   - former: The text from which a contradiction began that this text overrules; nil for none.
  ///     What is overruled stays in the note's history.
  ///   - presence: What the others get together with the changes, as by ``show(_:)``; nil for
  ///     nothing new, empty for nothing at all.
  /// - Returns: The note after the save, or what is stored when another process of this machine
  ///   edited first: then nothing was written, and the editor takes its unsaved edits over to that.
  /// - Throws: `NotFoundError`, `StorageError`, or `DocumentsError`; nothing is written then.
  func commit(
    _ changes: [Change], over generation: Int, text: String, tags: TagDifference,
    contradictingSince former: String?, showing presence: [String: String]?
  ) async throws -> NoteCommit

  /// Tells the others where this editor is; only the last of several is sent. Nil: nothing.
  func show(_ presence: [String: String]?) async

  /// What others did, in order; one consumer, unbounded, since a lost change would be a lost edit.
  var arrivals: AsyncStream<NoteArrival> { get }

  /// Others who are in the note now, each time that somebody comes, goes or moves; the newest
  /// alone.
  var people: AsyncStream<[NotePerson]> { get }

  /// Ends the editing: what is not sent yet stays stored. Ends the streams.
  func close() async
}

extension NoteDocument {
  /// Stores changes that overrule nobody's words.
  package func commit(
    _ changes: [Change], over generation: Int, text: String, tags: TagDifference
  ) async throws -> NoteCommit {
    try await commit(
      changes, over: generation, text: text, tags: tags, contradictingSince: nil, showing: nil)
  }
}

/// A copy of a note's replica, for the editor.
package struct NoteReplica: Sendable {
  /// The copy.
  package var replica: Replica
  /// The key of the text in the root.
  package var field: String

  /// Counts the copies that an editor got in place of others.
  package var generation: Int

  /// A copy and where its text is.
  package init(replica: Replica, field: String, generation: Int = 0) {
    (self.replica, self.field, self.generation) = (replica, field, generation)
  }

  /// The text; O(text).
  package var text: String { replica.readingRoot.jsonText(field)?.string ?? "" }
}

/// What became of the changes of an editor.
package enum NoteCommit: Sendable {
  /// They are stored.
  case stored(SavedText)
  /// Another process of this machine edited first, or the copy is not the newest; nothing was
  /// written.
  case superseded(NoteReplica)
}

/// What others did to a note.
package enum NoteArrival: Sendable {
  /// Changes to apply to the copy, in order.
  case changes([Change])
  /// The copy is to be replaced: this is the note now. Edits that were not handed over yet are
  /// taken over to it.
  case replaced(NoteReplica)
}

/// Somebody else who is in a note now.
package struct NotePerson: Hashable, Sendable {
  /// Who.
  package var actor: ActorID
  /// What they say of themselves.
  package var presence: [String: String]

  /// Somebody with a presence.
  package init(actor: ActorID, presence: [String: String]) {
    (self.actor, self.presence) = (actor, presence)
  }
}
