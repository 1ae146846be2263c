/// A title to go to.
public struct TitleEntry: Hashable, Sendable, Identifiable {
  /// The item's id.
  public var id: String
  /// The display title; may be empty.
  public var title: String
  /// Whether the item is a notebook.
  public var isNotebook: Bool
  /// When its properties last changed.
  public var editedAt: Timestamp

  /// Creates an entry.
  public init(id: String, title: String, isNotebook: Bool, editedAt: Timestamp) {
    self.id = id
    self.title = title
    self.isNotebook = isNotebook
    self.editedAt = editedAt
  }
}
