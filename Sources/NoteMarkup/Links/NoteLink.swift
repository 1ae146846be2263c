/// A link to a note as a text has it.
package enum NoteLink {
  /// What is between `[[` and `]]`: the title, if it leads to this note and no other.
  ///
  /// Otherwise the id, which always does, and the title as what is shown for it.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - title: Its title.
  ///   - count: How many notes have the title, in whatever letters.
  /// - Returns: The text.
  package static func text(to id: String, titled title: String, of count: Int) -> String {
    let isWritable = !title.isEmpty && !title.contains { "[]|#\n".contains($0) }
    if count <= 1, isWritable { return title }
    let label = title.filter { !"[]|\n".contains($0) }
    return label.isEmpty ? id : "\(id)|\(label)"
  }
}
