/// Something at a time.
///
/// A typed view of an item of `core.event`; subtypes are accepted, other properties are kept.
public struct CoreEvent: FieldedItem, Hashable {
  /// The type's name, `core.event`.
  public static let typeIdentifier = "core.event"

  /// The item that this is a view of.
  public var item: Item
  /// What happens.
  public var title = ""
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreEvent>] = [
    .required("title", \.title),
    .text("body", \.body),
    .text("starts_at", \.startsAt),
    .text("ends_at", \.endsAt),
    .flag("all_day", \.allDay),
    .text("location", \.location),
    .text("url", \.url),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
