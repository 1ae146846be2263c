/// A message of a conversation.
///
/// A typed view of an item of `core.message`; subtypes are accepted, other properties are kept.
public struct CoreMessage: MarfaItem, Hashable {
  /// The type's name, `core.message`.
  public static let typeIdentifier = "core.message"

  /// The item that this is a view of.
  public var item: Item
  /// The text.
  public var body: String
  /// What it is about.
  public var subject: String?
  /// Who wrote it.
  public var sender: String?
  /// When it was sent, ISO 8601.
  public var sentAt: String?
  /// Who got it.
  public var recipients: [String]?
  /// Remarks on it.
  public var notes: String?

  private static let fields: [PropertyField<CoreMessage>] = [
    .text("subject", \.subject),
    .text("sender", \.sender),
    .text("sent_at", \.sentAt),
    .texts("recipients", \.recipients),
    .text("notes", \.notes),
  ]

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let body = item.properties["body"]?.stringValue
    else { return nil }
    self.item = item
    self.body = body
    read(Self.fields)
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = properties(writing: Self.fields)
    properties["body"] = .string(body)
    return properties
  }
}
