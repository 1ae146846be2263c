/// A message of a conversation.
///
/// A typed view of an item of `core.message`; subtypes are accepted, other properties are kept.
public struct CoreMessage: FieldedItem, Hashable {
  /// The type's name, `core.message`.
  public static let typeIdentifier = "core.message"

  /// The item that this is a view of.
  public var item: Item
  /// The text.
  public var body = ""
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

  /// The fields, by their names in the properties.
  public static let fields: [PropertyField<CoreMessage>] = [
    .required("body", \.body),
    .text("subject", \.subject),
    .text("sender", \.sender),
    .text("sent_at", \.sentAt),
    .texts("recipients", \.recipients),
    .text("notes", \.notes),
  ]

  /// Views an item whose fields are not read yet.
  public init(viewing item: Item) { self.item = item }
}
