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

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let name = item.properties["name"]?.stringValue
    else { return nil }
    self.item = item
    self.name = name
    description = item.properties["description"]?.stringValue
    givenName = item.properties["given_name"]?.stringValue
    familyName = item.properties["family_name"]?.stringValue
    email = item.properties["email"]?.stringValue
    phone = item.properties["phone"]?.stringValue
    birthday = item.properties["birthday"]?.stringValue
    organization = item.properties["organization"]?.stringValue
    url = item.properties["url"]?.stringValue
    imageURL = item.properties["image_url"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["name"] = .string(name)
    properties["description"] = description.map(JSONValue.string)
    properties["given_name"] = givenName.map(JSONValue.string)
    properties["family_name"] = familyName.map(JSONValue.string)
    properties["email"] = email.map(JSONValue.string)
    properties["phone"] = phone.map(JSONValue.string)
    properties["birthday"] = birthday.map(JSONValue.string)
    properties["organization"] = organization.map(JSONValue.string)
    properties["url"] = url.map(JSONValue.string)
    properties["image_url"] = imageURL.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
