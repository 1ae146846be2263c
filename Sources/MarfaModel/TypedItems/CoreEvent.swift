/// Something at a time.
///
/// A typed view of an item of `core.event`; subtypes are accepted, other properties are kept.
public struct CoreEvent: MarfaItem, Hashable {
  /// The type's name, `core.event`.
  public static let typeIdentifier = "core.event"

  /// The item that this is a view of.
  public var item: Item
  /// What happens.
  public var title: String
  /// The long description.
  public var body: String?
  /// When it starts, ISO 8601.
  public var startsAt: String?
  /// When it ends, ISO 8601.
  public var endsAt: String?
  /// Whether the times of day do not matter.
  public var allDay: Bool?
  /// Where it is.
  public var location: String?
  /// A page about it.
  public var url: String?
  /// Remarks on it.
  public var notes: String?

  private static let fields: [PropertyField<CoreEvent>] = [
    .text("body", \.body),
    .text("starts_at", \.startsAt),
    .text("ends_at", \.endsAt),
    .flag("all_day", \.allDay),
    .text("location", \.location),
    .text("url", \.url),
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
