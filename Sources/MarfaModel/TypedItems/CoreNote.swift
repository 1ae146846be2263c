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

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let body = item.properties["body"]?.stringValue
    else { return nil }
    self.item = item
    self.body = body
    title = item.properties["title"]?.stringValue
    language = item.properties["language"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["body"] = .string(body)
    properties["title"] = title.map(JSONValue.string)
    properties["language"] = language.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
