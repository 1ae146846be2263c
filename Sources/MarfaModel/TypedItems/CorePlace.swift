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

  private static let fields: [PropertyField<CorePlace>] = [
    .text("description", \.description),
    .text("address", \.address),
    .number("latitude", \.latitude),
    .number("longitude", \.longitude),
    .text("url", \.url),
    .text("notes", \.notes),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let name = item.properties["name"]?.stringValue
    else { return nil }
    self.item = item
    self.name = name
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["name"] = .string(name)
    return properties
  }
}
