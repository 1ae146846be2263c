/// A note: text, usually Markdown.
///
/// A typed view of an item of `core.note`; subtypes are accepted, other properties are kept.
public struct CoreNote: MarfaItem, Hashable {
  /// The type's name, `core.note`.
  public static let typeIdentifier = "core.note"

  /// The item that this is a view of.
  public var item: Item
  /// The text.
  public var body: String
  /// What it is called.
  public var title: String?
  /// The language, BCP 47.
  public var language: String?
  /// Remarks on it.
  public var notes: String?

  private static let fields: [PropertyField<CoreNote>] = [
    .text("title", \.title),
    .text("language", \.language),
    .text("notes", \.notes),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let body = item.properties["body"]?.stringValue
    else { return nil }
    self.item = item
    self.body = body
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["body"] = .string(body)
    return properties
  }
}
