/// A marked passage.
///
/// A typed view of an item of `core.highlight`; subtypes are accepted, other properties are kept.
public struct CoreHighlight: FieldedItem, Hashable {
  /// The type's name, `core.highlight`.
  public static let typeIdentifier = "core.highlight"

  /// The item that this is a view of.
  public var item: Item
  /// The passage.
  public var text = ""
  /// A remark on it.
  public var note: String?
  /// The marker's colour.
  public var color: String?

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreHighlight>] = [
    .required("text", \.text),
    .text("note", \.note),
    .text("color", \.color),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
