import Documents
import Editor
import MarfaSDK

/// Storing what was typed.
extension DocumentText {
  /// Stores changes without the main actor, which draws meanwhile what was typed.
  @concurrent
  nonisolated static func commit(
    _ changes: [Change], leadingTo buffer: TextBuffer, _ tags: ForeignTags,
    to document: any NoteDocument, over generation: Int, contradictingSince former: String?,
    showing presence: [String: String]?
  ) async throws -> (commit: NoteCommit, tags: ForeignTags.Change) {
    let text = buffer.text
    let change = tags.change(to: text)
    let commit = try await document.commit(
      changes, over: generation, text: text, tags: change.difference, contradictingSince: former,
      showing: presence)
    return (commit, change)
  }
}
