/// A work: a book, an article, a film and so on.
///
/// A typed view of an item of `core.media`; subtypes are accepted, other properties are kept.
public struct CoreMedia: FieldedItem, Hashable {
  /// The type's name, `core.media`.
  public static let typeIdentifier = "core.media"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var title = ""
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreMedia>] = [
    .required("title", \.title),
    .text("body", \.body),
    .text("description", \.description),
    .texts("creators", \.creators),
    .text("url", \.url),
    .text("image_url", \.imageURL),
    .text("published_at", \.publishedAt),
    .text("language", \.language),
    .number("rating", \.rating),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
