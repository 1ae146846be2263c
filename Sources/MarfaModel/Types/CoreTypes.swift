import Foundation

/// The item types of the platform.
///
/// Those that the documentation shows are as there; the others are ours in the same style: long
/// text of a person keeps both copies, all else goes to the last writer.
///
/// ```swift
/// let ofTask = CoreTypes.registry["core.task"]
/// let isKnown = ofTask?.fields["title"] != nil
/// ```
public enum CoreTypes {
  /// Every `core.*` type, parents before children.
  public static let all: [ItemType] =
    [note, bookmark, task, highlight, group, event, message]
    + entities + files + media

  /// Every `system.*` type; their properties are the platform's business.
  public static let system: [ItemType] = [
    "device", "credential", "webhook", "app", "connection", "profile", "integration", "activity",
  ].map { ItemType(id: "system.\($0)", label: $0.capitalized) }

  /// A registry of all types of the platform.
  public static let registry = TypeRegistry(all + system)

  /// A note: text, usually Markdown.
  public static let note = ItemType(
    id: "core.note", label: "Note",
    fields: [
      "body": text, "title": text, "language": language, "notes": text,
    ],
    required: ["body"], displayHints: titleAndBody, mergePolicy: keeping("body", "notes"))

  /// Something on the web.
  public static let bookmark = ItemType(
    id: "core.bookmark", label: "Bookmark",
    fields: [
      "url": url, "body": text, "title": text, "description": text, "source_url": url,
      "source_title": text, "author": text, "published_at": time, "image_url": url,
      "language": language, "notes": text,
    ],
    displayHints: titleAndBody, mergePolicy: keeping("body", "notes"))

  /// Something to do.
  public static let task = ItemType(
    id: "core.task", label: "Task",
    fields: [
      "title": text, "body": text, "due_at": time, "completed_at": time,
      "priority": FieldDefinition(.string, searchable: false), "notes": text,
    ],
    required: ["title"], displayHints: titleAndBody, mergePolicy: keeping("body", "notes"))

  /// A marked passage.
  public static let highlight = ItemType(
    id: "core.highlight", label: "Highlight",
    fields: ["text": text, "note": text, "color": FieldDefinition(.string, searchable: false)],
    required: ["text"], displayHints: .init(titleField: "text", bodyField: "note"),
    mergePolicy: keeping("note"))

  /// A notebook or folder; its members are targets of its `parent-of` edges.
  public static let group = ItemType(
    id: "core.group", label: "Notebook", fields: ["title": text, "description": text],
    required: ["title"], displayHints: .init(titleField: "title", bodyField: "description"))

  /// Something at a time.
  public static let event = ItemType(
    id: "core.event", label: "Event",
    fields: [
      "title": text, "body": text, "starts_at": time, "ends_at": time,
      "all_day": FieldDefinition(.boolean), "location": text, "url": url, "notes": text,
    ],
    required: ["title"], displayHints: titleAndBody, mergePolicy: keeping("body", "notes"))

  /// A message of a conversation.
  public static let message = ItemType(
    id: "core.message", label: "Message",
    fields: [
      "body": text, "subject": text, "sender": text, "sent_at": time,
      "recipients": FieldDefinition(.array, itemsType: .string), "notes": text,
    ],
    required: ["body"], displayHints: .init(titleField: "subject", bodyField: "body"),
    mergePolicy: keeping("body", "notes"))

  // MARK: - Shared parts

  static let text = FieldDefinition(.string)
  static let url = FieldDefinition(.string, format: "url", searchable: false)
  static let time = FieldDefinition(.string, format: "datetime", searchable: false)
  static let language = FieldDefinition(.string, format: "bcp47", searchable: false)
  static let integer = FieldDefinition(.integer)
  static let number = FieldDefinition(.number)
  static let texts = FieldDefinition(.array, itemsType: .string)
  static let titleAndBody = ItemType.DisplayHints(titleField: "title", bodyField: "body")

  static func keeping(_ names: String...) -> MergePolicy {
    MergePolicy(fields: Dictionary(uniqueKeysWithValues: names.map { ($0, .keepBothCopies) }))
  }
}
