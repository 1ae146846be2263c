/// A person.
///
/// A typed view of an item of `core.entity.person`; subtypes are accepted, other properties are kept.
public struct CorePerson: MarfaItem, Hashable {
  /// The type's name, `core.entity.person`.
  public static let typeIdentifier = "core.entity.person"

  /// The item that this is a view of.
  public var item: Item
  /// The whole name.
  public var name: String
  /// Who it is.
  public var description: String?
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// A mail address.
  public var email: String?
  /// A telephone number.
  public var phone: String?
  /// The day of birth, ISO 8601.
  public var birthday: String?
  /// Where the person works.
  public var organization: String?
  /// A page about the person.
  public var url: String?
  /// A picture.
  public var imageURL: String?
  /// Remarks.
  public var notes: String?

  private static let fields: [PropertyField<CorePerson>] = [
    .text("description", \.description),
    .text("given_name", \.givenName),
    .text("family_name", \.familyName),
    .text("email", \.email),
    .text("phone", \.phone),
    .text("birthday", \.birthday),
    .text("organization", \.organization),
    .text("url", \.url),
    .text("image_url", \.imageURL),
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
