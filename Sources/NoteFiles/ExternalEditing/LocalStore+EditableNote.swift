import MarfaSDK

extension LocalStore {
  /// Stores a note that was made of one that was read, whatever was written to it since.
  ///
  /// Texts are merged, and only the tags that differ are added and removed, in one transaction.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - seen: The note that it was made of.
  ///   - id: Its id.
  ///   - snapshot: When the state before is kept as a version.
  ///   - readsInlineTags: Whether a `#word` that came tags the note, and one that went untags it.
  /// - Throws: `NotFoundError`, `ConflictError` when both sides changed the same lines, or
  ///   `StorageError`; the text is then not stored.
  package func store(
    _ note: EditableNote, over seen: EditableNote, id: String,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot,
    readsInlineTags: Bool = false
  ) async throws {
    var tags = TagDifference(from: Set(seen.tags), to: Set(note.tags))
    if readsInlineTags {
      tags = TagDifference(fromText: seen.body, to: note.body).followed(by: tags)
    }
    try await mergeText(
      id: id, title: note.title == seen.title ? nil : note.title, from: seen.body, to: note.body,
      snapshot: snapshot, tags: tags)
  }
}
