/// Something at a time.
///
/// A typed view of an item of `core.event`; subtypes are accepted, other properties are kept.
public struct CoreEvent: MarfaItem, Hashable {
  /// The type's name, `core.event`.
  public static let typeIdentifier = "core.event"

  /// The item that this is a view of.
  public var item: Item
  /// What happens.
  public var title: String
  /// The long description.
  public var body: String?
  /// When it starts, ISO 8601.
  public var startsAt: String?
  /// When it ends, ISO 8601.
  public var endsAt: String?
  /// Whether the times of day do not matter.
  public var allDay: Bool?
  /// Where it is.
  public var location: String?
  /// A page about it.
  public var url: String?
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
    startsAt = item.properties["starts_at"]?.stringValue
    endsAt = item.properties["ends_at"]?.stringValue
    allDay = item.properties["all_day"]?.boolValue
    location = item.properties["location"]?.stringValue
    url = item.properties["url"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["title"] = .string(title)
    properties["body"] = body.map(JSONValue.string)
    properties["starts_at"] = startsAt.map(JSONValue.string)
    properties["ends_at"] = endsAt.map(JSONValue.string)
    properties["all_day"] = allDay.map(JSONValue.bool)
    properties["location"] = location.map(JSONValue.string)
    properties["url"] = url.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
