import Foundation
import MarfaSDK
import Settings

/// What front matter says of a note, and all else in it, which is kept as it is.
struct FrontMatterFields: Hashable {
  /// The id that an export of ours wrote.
  var id: String?
  var title: String?
  var tags: [String] = []
  var aliases: [String] = []
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// The files that an export of ours wrote next to the note, and that its text does not name.
  var attachments: [String] = []
  /// Entries that mean nothing to us.
  var rest: [String: JSONValue] = [:]
  /// What could not be understood.
  var remarks: [String] = []

  /// The key of those files.
  static let attachmentsKey = "attachments"
  /// Their key in a note that has a field of that name already.
  static let otherAttachmentsKey = "marfa_attachments"

  private static let known: Set<String> = ["title", "tags", "tag", "keywords", "aliases", "alias"]
  private static let created: Set<String> = ["created", "created_at", "date"]
  private static let updated: Set<String> = ["updated", "updated_at", "modified", "lastmod"]

  /// Reads front matter; nil has nothing.
  init(_ frontMatter: FrontMatter?, in zone: TimeZone) {
    guard let frontMatter else { return }
    title = frontMatter.title
    tags = frontMatter.tags
    aliases = frontMatter.aliases
    createdAt =
      Self.timestamp("created", frontMatter, zone)
      ?? frontMatter.created(in: zone).map(Timestamp.init)
    updatedAt =
      Self.timestamp("updated", frontMatter, zone)
      ?? frontMatter.updated(in: zone).map(Timestamp.init)
    if let text = frontMatter["id"]?.text, UUIDv7.isValid(text) { id = text }
    let key = id == nil ? nil : readAttachments(frontMatter)
    for entry in frontMatter.entries where entry.key != key { keep(entry) }
  }

  /// Reads the files, and answers their key; nil where there is none of ours.
  private mutating func readAttachments(_ frontMatter: FrontMatter) -> String? {
    let entries = frontMatter.entries
    let entry =
      entries.first { $0.key == Self.otherAttachmentsKey }
      ?? entries.first { $0.key == Self.attachmentsKey }
    guard let entry, let names = entry.value.sequence?.map(\.text), !names.contains(nil) else {
      return nil
    }
    attachments = names.compactMap(\.self)
    return entry.key
  }

  /// An RFC 3339 time with milliseconds, as our exports write it.
  private static func timestamp(
    _ key: String, _ frontMatter: FrontMatter, _ zone: TimeZone
  ) -> Timestamp? {
    guard let text = frontMatter[key]?.text, text.contains("T") else { return nil }
    return Timestamp(iso8601: text)
  }

  private mutating func keep(_ entry: YAMLValue.Entry) {
    let key = entry.key.lowercased()
    if Self.known.contains(key) || (key == "id" && id != nil) { return }
    let isCreated = Self.created.contains(key)
    if isCreated || Self.updated.contains(key), !entry.value.isNull {
      if (isCreated ? createdAt : updatedAt) != nil { return }
      remarks.append("no date in \(entry.key): \(entry.value.text ?? entry.value.kindName)")
    }
    rest[entry.key] = JSONValue(entry.value)
  }
}

extension JSONValue {
  /// The value of a YAML node; plain scalars that YAML 1.2 reads as more than text are that.
  package init(_ value: YAMLValue) {
    switch value.content {
    case .mapping(let entries):
      self = .object(
        Dictionary(entries.map { ($0.key, JSONValue($0.value)) }) { _, last in last })
    case .sequence(let elements): self = .array(elements.map(JSONValue.init))
    case .scalar(let text, true): self = .string(text)
    case .scalar(let text, false):
      if value.isNull {
        self = .null
      } else if text == "true" || text == "false" {
        self = .bool(text == "true")
      } else if let number = Int64(text), String(number) == text {
        self = .integer(number)
      } else {
        self = .string(text)
      }
    }
  }
}
