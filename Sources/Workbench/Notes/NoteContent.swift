import MarfaSDK
import NoteEditing

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
  /// Which of the note's stored texts it is.
  package var token: TextToken
  /// Where the note is in its life.
  package var state: ItemState

  /// Takes over what the store says.
  package init(_ note: NoteText) {
    id = note.id
    title = note.title
    body = note.body
    tags = note.tags
    token = TextToken(note)
    state = note.state
  }

  /// The name to show.
  package var displayTitle: String { title.isEmpty ? "Untitled" : title }
}
