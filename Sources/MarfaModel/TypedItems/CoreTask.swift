/// Something to do.
///
/// A typed view of an item of `core.task`; subtypes are accepted, other properties are kept.
public struct CoreTask: MarfaItem, Hashable {
  /// The type's name, `core.task`.
  public static let typeIdentifier = "core.task"

  /// The item that this is a view of.
  public var item: Item
  /// What is to be done.
  public var title: String
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

  private static let fields: [PropertyField<CoreTask>] = [
    .text("body", \.body),
    .text("due_at", \.dueAt),
    .text("completed_at", \.completedAt),
    .text("priority", \.priority),
    .text("notes", \.notes),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let title = item.properties["title"]?.stringValue
    else { return nil }
    self.item = item
    self.title = title
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["title"] = .string(title)
    return properties
  }
}
