/// A place.
///
/// A typed view of an item of `core.entity.place`; subtypes are accepted, other properties are
/// kept.
public struct CorePlace: FieldedItem, Hashable {
  /// The type's name, `core.entity.place`.
  public static let typeIdentifier = "core.entity.place"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var name = ""
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CorePlace>] = [
    .required("name", \.name),
    .text("description", \.description),
    .text("address", \.address),
    .number("latitude", \.latitude),
    .number("longitude", \.longitude),
    .text("url", \.url),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
