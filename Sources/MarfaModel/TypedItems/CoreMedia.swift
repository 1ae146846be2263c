/// A work: a book, an article, a film and so on.
///
/// A typed view of an item of `core.media`; subtypes are accepted, other properties are kept.
public struct CoreMedia: MarfaItem, Hashable {
  /// The type's name, `core.media`.
  public static let typeIdentifier = "core.media"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var title: String
  /// Its text.
  public var body: String?
  /// What it is about.
  public var description: String?
  /// Who made it.
  public var creators: [String]?
  /// Where it is.
  public var url: String?
  /// A picture of it.
  public var imageURL: String?
  /// When it appeared, ISO 8601.
  public var publishedAt: String?
  /// The language, BCP 47.
  public var language: String?
  /// How good it is.
  public var rating: Double?
  /// Remarks on it.
  public var notes: String?

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let title = item.properties["title"]?.stringValue
    else { return nil }
    self.item = item
    self.title = title
    body = item.properties["body"]?.stringValue
    description = item.properties["description"]?.stringValue
    creators = item.properties["creators"]?.arrayValue?.compactMap(\.stringValue)
    url = item.properties["url"]?.stringValue
    imageURL = item.properties["image_url"]?.stringValue
    publishedAt = item.properties["published_at"]?.stringValue
    language = item.properties["language"]?.stringValue
    rating = item.properties["rating"]?.doubleValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["title"] = .string(title)
    properties["body"] = body.map(JSONValue.string)
    properties["description"] = description.map(JSONValue.string)
    properties["creators"] = creators.map { .array($0.map(JSONValue.string)) }
    properties["url"] = url.map(JSONValue.string)
    properties["image_url"] = imageURL.map(JSONValue.string)
    properties["published_at"] = publishedAt.map(JSONValue.string)
    properties["language"] = language.map(JSONValue.string)
    properties["rating"] = rating.map(JSONValue.number)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
