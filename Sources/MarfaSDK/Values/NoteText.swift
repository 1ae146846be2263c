/// The text of a note, with what an editor needs to save it again.
public struct NoteText: Hashable, Sendable, Identifiable {
  /// The item's id.
  public var id: String
  /// The display title; may be empty.
  public var title: String
  /// The text, as it was saved.
  public var body: String
  /// The version that the text is of, as people and the wire count.
  public var version: Int
  /// The revision that the text is of: what a save of a change to it is based on.
  public var revision: Int
  /// The tags, sorted.
  public var tags: [String]
  /// Where the item is in its life.
  public var state: ItemState
  /// When anything of the item last changed.
  public var updatedAt: Timestamp

  /// A text with the `revision` that a save must name.
  public init(
    id: String, title: String, body: String, version: Int, revision: Int, tags: [String] = [],
    state: ItemState = .active, updatedAt: Timestamp
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.version = version
    self.revision = revision
    self.tags = tags
    self.state = state
    self.updatedAt = updatedAt
  }
}

/// What a save of a text came to.
public struct SavedText: Hashable, Sendable {
  /// The display title as it is now.
  public var title: String
  /// The item's version as it is now.
  public var version: Int
  /// The item's revision as it is now: what the next save is based on.
  public var revision: Int
  /// When the item last changed.
  public var updatedAt: Timestamp
  /// Whether anything was written; a text that was the same already is not.
  public var didChange: Bool

  /// The note after a save; `revision` is what the next save must name.
  public init(
    title: String, version: Int, revision: Int, updatedAt: Timestamp, didChange: Bool
  ) {
    self.title = title
    self.version = version
    self.revision = revision
    self.updatedAt = updatedAt
    self.didChange = didChange
  }
}
