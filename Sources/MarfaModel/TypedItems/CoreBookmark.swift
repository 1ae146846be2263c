/// Something on the web.
///
/// A typed view of an item of `core.bookmark`; subtypes are accepted, other properties are kept.
public struct CoreBookmark: FieldedItem, Hashable {
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreBookmark>] = [
    .text("url", \.url),
    .text("title", \.title),
    .text("body", \.body),
    .text("description", \.description),
    .text("source_url", \.sourceURL),
    .text("source_title", \.sourceTitle),
    .text("author", \.author),
    .text("published_at", \.publishedAt),
    .text("image_url", \.imageURL),
    .text("language", \.language),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
