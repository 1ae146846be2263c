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

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let title = item.properties["title"]?.stringValue
    else { return nil }
    self.item = item
    self.title = title
    body = item.properties["body"]?.stringValue
    dueAt = item.properties["due_at"]?.stringValue
    completedAt = item.properties["completed_at"]?.stringValue
    priority = item.properties["priority"]?.stringValue
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["title"] = .string(title)
    properties["body"] = body.map(JSONValue.string)
    properties["due_at"] = dueAt.map(JSONValue.string)
    properties["completed_at"] = completedAt.map(JSONValue.string)
    properties["priority"] = priority.map(JSONValue.string)
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
