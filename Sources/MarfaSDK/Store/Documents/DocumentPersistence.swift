import Documents

/// Where one document's replica outlives the process: the truth, which several processes share.
///
/// A writer names the token of what it knows; when the rows are newer nothing is written and
/// the writer gets what is there. Each call is one transaction.
package protocol DocumentPersistence: Sendable {
  /// What is stored; nil when the document is not known here.
  ///
  /// - Throws: `StorageError`, or `DocumentsError` for damaged bytes.
  func load() async throws -> StoredDocument?

  /// The token of what is stored; nil when the document is not known here.
  ///
  /// - Throws: `StorageError`.
  func token() async throws -> Int64?

  /// Stores own changes that the server does not have yet.
  ///
  /// - Parameters:
  ///   - changes: The changes with their numbers, oldest first.
  ///   - replica: The replica with them.
  ///   - token: The token of what the replica was made of.
  ///   - note: What changes with the text, for a note; nil for other documents.
  /// - Returns: The next token, or what is there instead.
  /// - Throws: What the storage throws; nothing is written then.
  func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
  ) async throws -> DocumentWrite

  /// Stores what the server answered: changes of others, and how far it knows the own ones.
  ///
  /// - Parameters:
  ///   - changes: The changes of others that were not known, in the order in which they were
  ///     applied.
  ///   - replica: The replica with them, and with its new checkpoint.
  ///   - token: The token of what the replica was made of.
  /// - Returns: The next token, or what is there instead.
  /// - Throws: What the storage throws; nothing is written then.
  func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) async throws -> DocumentWrite

  /// Stores another replica in place of the stored one, or the first one: after a snapshot of the
  /// server, or with another actor.
  ///
  /// - Parameters:
  ///   - replica: The replica; its unsent changes are stored with it.
  ///   - confirmed: The replica without those, as the server has it; nil when there are none.
  ///   - token: The token of what is replaced; nil when nothing is stored.
  /// - Returns: The next token, or what is there instead.
  /// - Throws: What the storage throws; nothing is written then.
  func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?
  ) async throws -> DocumentWrite

  /// Forgets what could be undone and redone.
  ///
  /// - Throws: What the storage throws; nothing is written then.
  func forgetHistory() async throws

  /// Forgets the document and its changes.
  ///
  /// - Throws: What the storage throws.
  func forget() async throws
}

extension DocumentPersistence {
  package func token() async throws -> Int64? { try await load()?.token }
}

/// What is stored of a document.
package struct StoredDocument: Sendable {
  /// The replica, with its actor, its checkpoint and its unsent changes.
  package var replica: Replica
  /// Counts the changes of the rows.
  package var token: Int64
  /// Whether another actor is needed before anything is sent: the file is a copy of another one.
  package var needsActor: Bool
  /// The number of the last unsent change that somebody else may have sent as the same actor; nil
  /// where nobody can, or where that is not known.
  package var sharedThrough: UInt32?

  /// What is stored, from its parts.
  package init(
    replica: Replica, token: Int64, needsActor: Bool = false, sharedThrough: UInt32? = nil
  ) {
    (self.replica, self.token, self.needsActor) = (replica, token, needsActor)
    self.sharedThrough = sharedThrough
  }
}

/// What became of a change of the stored replica.
package enum DocumentWrite: Sendable {
  /// It is stored; the next change names this token.
  case stored(token: Int64, note: SavedText?)
  /// Nothing was written, because the rows are newer: this is there. Nil when the document was
  /// forgotten.
  case superseded(StoredDocument?)
}

/// What changes in a note with its document's text.
package struct NoteChange: Hashable, Sendable {
  /// The tags that come and go; only of what this person typed.
  package var tags: TagDifference
  /// Whether the text has this person's words where somebody else wrote others; the text before
  /// then stays in the history.
  package var overrules: Bool

  /// A change of the text that brings such tags.
  package init(tags: TagDifference = .none, overrules: Bool = false) {
    (self.tags, self.overrules) = (tags, overrules)
  }
}
