/// Something on the web.
///
/// A typed view of an item of `core.bookmark`; subtypes are accepted, other properties are kept.
public struct CoreBookmark: MarfaItem, Hashable {
  /// The type's name, `core.bookmark`.
  public static let typeIdentifier = "core.bookmark"

  /// The item that this is a view of.
  public var item: Item
  /// Where it is.
  public var url: String?
  /// What it is called.
  public var title: String?
  /// Its text.
  public var body: String?
  /// What it is about.
  public var description: String?
  /// Where it was found.
  public var sourceURL: String?
  /// What that place is called.
  public var sourceTitle: String?
  /// Who wrote it.
  public var author: String?
  /// When it appeared, ISO 8601.
  public var publishedAt: String?
  /// A picture of it.
  public var imageURL: String?
  /// The language, BCP 47.
  public var language: String?
  /// Remarks on it.
  public var notes: String?

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type)
    else { return nil }
    self.item = item
    url = item.properties["url"]?.stringValue
    title = item.properties["title"]?.stringValue
    body = item.properties["body"]?.stringValue
    description = item.properties["description"]?.stringValue
    sourceURL = item.properties["source_url"]?.stringValue
    sourceTitle = item.properties["source_title"]?.stringValue
    author = item.properties["author"]?.stringValue
    publishedAt = item.properties["published_at"]?.stringValue
    imageURL = item.properties["image_url"]?.stringValue
    language = item.properties["language"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["url"] = url.map(JSONValue.string)
    properties["title"] = title.map(JSONValue.string)
    properties["body"] = body.map(JSONValue.string)
    properties["description"] = description.map(JSONValue.string)
    properties["source_url"] = sourceURL.map(JSONValue.string)
    properties["source_title"] = sourceTitle.map(JSONValue.string)
    properties["author"] = author.map(JSONValue.string)
    properties["published_at"] = publishedAt.map(JSONValue.string)
    properties["image_url"] = imageURL.map(JSONValue.string)
    properties["language"] = language.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
