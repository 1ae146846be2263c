/// A person.
///
/// A typed view of an item of `core.entity.person`; subtypes are accepted, other properties are
/// kept.
public struct CorePerson: FieldedItem, Hashable {
  /// The type's name, `core.entity.person`.
  public static let typeIdentifier = "core.entity.person"

  /// The item that this is a view of.
  public var item: Item
  /// The whole name.
  public var name = ""
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CorePerson>] = [
    .required("name", \.name),
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

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
