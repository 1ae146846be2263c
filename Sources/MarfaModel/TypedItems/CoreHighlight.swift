/// A marked passage.
///
/// A typed view of an item of `core.highlight`; subtypes are accepted, other properties are kept.
public struct CoreHighlight: MarfaItem, Hashable {
  /// The type's name, `core.highlight`.
  public static let typeIdentifier = "core.highlight"

  /// The item that this is a view of.
  public var item: Item
  /// The passage.
  public var text: String
  /// A remark on it.
  public var note: String?
  /// The marker's colour.
  public var color: String?

  private static let fields: [PropertyField<CoreHighlight>] = [
    .text("note", \.note),
    .text("color", \.color),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let text = item.properties["text"]?.stringValue
    else { return nil }
    self.item = item
    self.text = text
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["text"] = .string(text)
    return properties
  }
}
