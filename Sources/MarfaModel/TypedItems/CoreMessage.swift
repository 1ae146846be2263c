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

  /// Creates the view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type),
      let body = item.properties["body"]?.stringValue
    else { return nil }
    self.item = item
    self.body = body
    subject = item.properties["subject"]?.stringValue
    sender = item.properties["sender"]?.stringValue
    sentAt = item.properties["sent_at"]?.stringValue
    recipients = item.properties["recipients"]?.arrayValue?.compactMap(\.stringValue)
    notes = item.properties["notes"]?.stringValue
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    properties["body"] = .string(body)
    properties["subject"] = subject.map(JSONValue.string)
    properties["sender"] = sender.map(JSONValue.string)
    properties["sent_at"] = sentAt.map(JSONValue.string)
    properties["recipients"] = recipients.map { .array($0.map(JSONValue.string)) }
    properties["notes"] = notes.map(JSONValue.string)
    return properties
  }
}
