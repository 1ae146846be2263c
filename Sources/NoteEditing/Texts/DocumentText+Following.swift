import Editor
import MarfaSDK

/// A document that takes the place of another source while the text is edited.
extension DocumentText {
  /// The text of a document whose note is edited already; its text is to be merged first.
  ///
  /// - Parameters:
  ///   - former: What the source before leaves; the document has it, and more.
  ///   - document: The document.
  ///   - note: What opening it gave, prepared by `prepared(_:)`.
  ///   - me: What others are shown of the person; nil shows nothing.
  ///   - elapsed: The time since a fixed instant.
  /// - Returns: The source, to which a merge brings the document's text.
  package static func following(
    _ former: TextHandOver, _ document: any NoteDocument, note: NoteReplica,
    me: @escaping @MainActor () -> OwnPresence?, elapsed: @escaping () -> Duration
  ) async -> DocumentText {
    let source = DocumentText(
      document, note: note, buffer: await buffer(of: former.base), readsTags: false, me: me,
      elapsed: elapsed)
    source.tags = ForeignTags(former.tags)
    source.replace(by: note)
    return source
  }

  /// A text laid out away from the main actor: that is linear.
  @concurrent
  private nonisolated static func buffer(of text: String) async -> TextBuffer { TextBuffer(text) }
}
