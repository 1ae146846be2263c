/// A place.
///
/// A typed view of an item of `core.entity.place`; subtypes are accepted, other properties are kept.
public struct CorePlace: MarfaItem, Hashable {
  /// The type's name, `core.entity.place`.
  public static let typeIdentifier = "core.entity.place"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var name: String
  /// What it is.
  public var description: String?
  /// The postal address.
  public var address: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// A page about it.
  public var url: String?
  /// Remarks on it.
  public var notes: String?

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let name = item.properties["name"]?.stringValue
    else { return nil }
    self.item = item
    self.name = name
    description = item.properties["description"]?.stringValue
    address = item.properties["address"]?.stringValue
    latitude = item.properties["latitude"]?.doubleValue
    longitude = item.properties["longitude"]?.doubleValue
    url = item.properties["url"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["name"] = .string(name)
    properties["description"] = description.map(JSONValue.string)
    properties["address"] = address.map(JSONValue.string)
    properties["latitude"] = latitude.map(JSONValue.number)
    properties["longitude"] = longitude.map(JSONValue.number)
    properties["url"] = url.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
