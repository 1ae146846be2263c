/// A note: text, usually Markdown.
///
/// A typed view of an item of `core.note`; subtypes are accepted, other properties are kept.
public struct CoreNote: FieldedItem, Hashable {
  /// The type's name, `core.note`.
  public static let typeIdentifier = "core.note"

  /// The item that this is a view of.
  public var item: Item
  /// The text.
  public var body = ""
  /// What it is called.
  public var title: String?
  /// The language, BCP 47.
  public var language: String?
  /// Remarks on it.
  public var notes: String?

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreNote>] = [
    .required("body", \.body),
    .text("title", \.title),
    .text("language", \.language),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
