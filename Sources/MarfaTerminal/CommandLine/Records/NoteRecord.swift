import MarfaSDK

/// The records of notes.
enum NoteRecord {
  /// The fields of a note in a list, in order.
  static let listFields = [
    "id", "type", "title", "tags", "state", "created_at", "updated_at", "version",
  ]

  /// A note in a list.
  static func listed(_ summary: ItemSummary) -> Record {
    Record([
      ("id", .string(summary.id)), ("type", .string(summary.type)),
      ("title", .string(summary.title)), ("tags", .array(summary.tags.map(JSONValue.string))),
      ("state", .string(summary.state.rawValue)),
      ("created_at", .string(summary.createdAt.iso8601)),
      ("updated_at", .string(summary.updatedAt.iso8601)),
      ("version", .integer(Int64(summary.version))),
    ])
  }

  /// One line for a person: id, title, tags.
  @Sendable static func line(_ record: Record) -> String {
    let title = record["title"]?.stringValue ?? ""
    let tags = (record["tags"]?.arrayValue ?? []).compactMap(\.stringValue).map { "#" + $0 }
    let words = [record["id"]?.stringValue ?? "", "", title.isEmpty ? "(untitled)" : title] + tags
    return words.joined(separator: " ")
  }
}
