/// Something to do.
///
/// A typed view of an item of `core.task`; subtypes are accepted, other properties are kept.
public struct CoreTask: FieldedItem, Hashable {
  /// The type's name, `core.task`.
  public static let typeIdentifier = "core.task"

  /// The item that this is a view of.
  public var item: Item
  /// What is to be done.
  public var title = ""
  /// The long description.
  public var body: String?
  /// When it is due, ISO 8601.
  public var dueAt: String?
  /// When it was done, ISO 8601; nil while open.
  public var completedAt: String?
  /// How urgent.
  public var priority: String?
  /// Remarks on it.
  public var notes: String?

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreTask>] = [
    .required("title", \.title),
    .text("body", \.body),
    .text("due_at", \.dueAt),
    .text("completed_at", \.completedAt),
    .text("priority", \.priority),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
