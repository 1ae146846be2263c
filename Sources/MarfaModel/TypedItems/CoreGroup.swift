/// A notebook: the targets of its `parent-of` edges are in it.
///
/// A typed view of an item of `core.group`; subtypes are accepted, other properties are kept.
public struct CoreGroup: MarfaItem, Hashable {
  /// The type's name, `core.group`.
  public static let typeIdentifier = "core.group"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var title: String
  /// What it is for.
  public var description: String?

  private static let fields: [PropertyField<CoreGroup>] = [
    .text("description", \.description)
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let title = item.properties["title"]?.stringValue
    else { return nil }
    self.item = item
    self.title = title
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["title"] = .string(title)
    return properties
  }
}
