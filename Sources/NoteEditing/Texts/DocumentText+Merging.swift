import Editor
import MarfaSDK

/// Copies of the document, and merging what is typed into another one.
extension DocumentText {
  /// A copy whose text is ready to be edited, made away from the main actor.
  @concurrent
  package nonisolated static func prepared(
    _ note: NoteReplica
  ) async throws -> (note: NoteReplica, text: String) {
    var note = note
    try note.replica.prepareText(note.field)
    note.replica.eventDetail = .steps
    return (note, note.text)
  }

  /// What is to be changed in the editor, and what in the copy, so that both hold the merged text.
  struct MadeMerge {
    var merge: ForeignMerge
    var note: NoteReplica
    var text: TextBuffer
    var replacements: [TextReplacement]
  }

  @concurrent
  nonisolated static func merge(
    base: TextBuffer, mine buffer: TextBuffer, _ note: NoteReplica
  ) async -> MadeMerge? {
    // A copy that cannot be read is replaced by none.
    guard let (note, text) = try? await prepared(note) else { return nil }
    let token = TextToken(generation: note.generation)
    let merge = await ForeignMerge.make(
      base: TextBase(text: base.text, token: token), mine: buffer,
      theirs: TextBase(text: text, token: token))
    let merged = TextReplacement.apply(merge.edits.replacements, to: buffer.text)
    let back = ThreeWayMerge(base: text, mine: text, theirs: merged)
    return MadeMerge(
      merge: merge, note: note, text: TextBuffer(text), replacements: back.replacements())
  }
}
