import MarfaSDK

/// A note as the pane shows it.
package struct NoteContent: Hashable, Sendable {
  /// The item's id.
  package var id: String
  /// The title as lists show it; may be empty.
  package var title: String
  /// The Markdown text.
  package var body: String
  /// The tags, sorted.
  package var tags: [String]
  /// The revision of the item that the text is of.
  package var revision: Int
  /// Where the note stands in its life.
  package var state: ItemState

  /// Takes over what the store says.
  package init(_ note: NoteText) {
    id = note.id
    title = note.title
    body = note.body
    tags = note.tags
    revision = note.revision
    state = note.state
  }

  /// The name to show.
  package var displayTitle: String { title.isEmpty ? "Untitled" : title }
}
