/// A notebook: the targets of its `parent-of` edges are in it.
///
/// A typed view of an item of `core.group`; subtypes are accepted, other properties are kept.
public struct CoreGroup: FieldedItem, Hashable {
  /// The type's name, `core.group`.
  public static let typeIdentifier = "core.group"

  /// The item that this is a view of.
  public var item: Item
  /// What it is called.
  public var title = ""
  /// What it is for.
  public var description: String?

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreGroup>] = [
    .required("title", \.title),
    .text("description", \.description),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
