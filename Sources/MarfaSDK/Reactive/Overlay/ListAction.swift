/// What a person does to items in a list.
public enum ListAction: Hashable, Sendable {
  /// Adds a tag.
  case addTag(String)
  /// Takes a tag away.
  case removeTag(String)
  /// Moves to another state, such as the trash.
  case move(to: ItemState)

  /// Pins, or undoes that.
  public static func pin(_ isPinned: Bool) -> ListAction {
    isPinned ? .addTag("pinned") : .removeTag("pinned")
  }
}
