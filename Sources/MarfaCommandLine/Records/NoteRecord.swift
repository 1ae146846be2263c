import MarfaSDK
import NoteFiles

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

  /// A note as it is now.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - store: The notes.
  /// - Returns: The fields of a list.
  /// - Throws: `NotFoundError` or `StorageError`.
  static func read(_ id: String, in store: LocalStore) async throws -> Record {
    guard let item = try await store.item(id: id) else {
      throw NotFoundError(code: ErrorCode.itemNotFound, message: "No note named “\(id)”.")
    }
    let text = try await store.noteText(id: id)
    return Record([
      ("id", .string(item.id)), ("type", .string(item.type)), ("title", .string(text.title)),
      ("tags", .array(text.tags.map(JSONValue.string))), ("state", .string(item.state.rawValue)),
      ("created_at", .string(item.createdAt)), ("updated_at", .string(item.updatedAt)),
      ("version", .integer(Int64(item.version))),
    ])
  }

  /// Prints the notes that a command has changed; for a person it tells nothing, or their ids.
  ///
  /// - Parameters:
  ///   - options: What the person asked for.
  ///   - session: Where to.
  ///   - shape: How many there are to be.
  ///   - human: The text for a person.
  /// - Returns: The printer.
  /// - Throws: `CommandFailure` for a template that cannot be read.
  static func printer(
    _ options: FormatOptions, _ session: CommandSession, shape: RecordPrinter.Shape = .list,
    human: @escaping @Sendable (Record) -> String? = { _ in nil }
  ) throws -> RecordPrinter {
    try RecordPrinter(
      options, fields: listFields, output: session.output, shape: shape, human: human)
  }

  /// The mark after the title of an archived note, for a person.
  static func archiveSign(_ record: Record) -> [String] {
    archiveSign(isArchived: record["state"]?.stringValue == ItemState.archived.rawValue)
  }

  /// The same where the record does not tell.
  static func archiveSign(isArchived: Bool) -> [String] { isArchived ? ["(archived)"] : [] }

  /// One line for a person: id, title, whether it is in the archive, tags.
  @Sendable static func line(_ record: Record) -> String {
    let title = record["title"]?.stringValue ?? ""
    let tags = (record["tags"]?.arrayValue ?? []).compactMap(\.stringValue).map { "#" + $0 }
    let words = [record["id"]?.stringValue ?? "", "", title.isEmpty ? "(untitled)" : title]
    return (words + archiveSign(record) + tags).joined(separator: " ")
  }
}
