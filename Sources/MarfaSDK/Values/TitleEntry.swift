/// A title to go to.
public struct TitleEntry: Hashable, Sendable, Identifiable {
  /// The item's id.
  public var id: String
  /// The display title; may be empty.
  public var title: String
  /// Whether the item is a notebook.
  public var isNotebook: Bool
  /// Whether the item is in the archive.
  public var isArchived: Bool
  /// The title of the notebook that holds it, or its path such as `House/Garden` where several have
  /// that title; nil for none.
  public var notebook: String?
  /// When its properties last changed.
  public var editedAt: Timestamp

  /// An item by its title; the notebook is named by its title.
  public init(
    id: String, title: String, isNotebook: Bool, isArchived: Bool = false, notebook: String? = nil,
    editedAt: Timestamp
  ) {
    self.id = id
    self.title = title
    self.isNotebook = isNotebook
    self.isArchived = isArchived
    self.notebook = notebook
    self.editedAt = editedAt
  }
}
