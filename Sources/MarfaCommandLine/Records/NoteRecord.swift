import MarfaSDK
import NoteFiles

/// The records of notes.
enum NoteRecord {
  /// The fields of a note in a list, in order.
  static let listFields = [
    "id", "type", "title", "tags", "state", "created_at", "updated_at", "version", "edited_at",
    "notebook", "short_id",
  ]

  /// A note in a list, and the path of its notebook.
  static func listed(_ summary: ItemSummary, notebook: String?) -> Record {
    Record([
      ("id", .string(summary.id)), ("type", .string(summary.type)),
      ("title", .string(summary.title)), ("tags", .array(summary.tags.map(JSONValue.string))),
      ("state", .string(summary.state.rawValue)),
      ("created_at", .string(summary.createdAt.iso8601)),
      ("updated_at", .string(summary.updatedAt.iso8601)),
      ("version", .integer(Int64(summary.version))),
      ("edited_at", .string(summary.editedAt.iso8601)),
      ("notebook", notebook.map(JSONValue.string) ?? .null),
      ("short_id", .string(ShortId.text(of: summary.id))),
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
    let notebook = try await NotebookPlaces(store).paths(of: [id], in: store)[id]
    let editedAt = try await store.editedAt(of: id)
    return Record([
      ("id", .string(item.id)), ("type", .string(item.type)), ("title", .string(text.title)),
      ("tags", .array(text.tags.map(JSONValue.string))), ("state", .string(item.state.rawValue)),
      ("created_at", .string(item.createdAt)), ("updated_at", .string(item.updatedAt)),
      ("version", .integer(Int64(item.version))), ("edited_at", .string(editedAt.iso8601)),
      ("notebook", notebook.map(JSONValue.string) ?? .null),
      ("short_id", .string(ShortId.text(of: item.id))),
    ])
  }

  /// Prints the notes that a command has changed; for a person it says nothing, or their ids.
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
  static func archiveSign(_ record: Record) -> PaintedText {
    archiveSign(isArchived: record["state"]?.stringValue == ItemState.archived.rawValue)
  }

  /// The same where the record does not say.
  static func archiveSign(isArchived: Bool) -> PaintedText {
    isArchived ? PaintedText("(archived)", ListStyle.quiet) : PaintedText()
  }

  /// The title for a person.
  static func title(_ record: Record) -> PaintedText {
    let title = record["title"]?.stringValue ?? ""
    return title.isEmpty ? PaintedText("(untitled)", ListStyle.quiet) : PaintedText(title)
  }

  /// The short id for a person.
  static func id(_ record: Record) -> PaintedText {
    PaintedText(ShortId.text(of: record["id"]?.stringValue ?? ""), ListStyle.id)
  }

  /// One line for a person: short id, date of the last edit, notebook, title, whether it is in the
  /// archive or a favourite, tags.
  static func line(
    _ record: Record, _ time: LocalTime, _ places: NotebookPlaces
  ) -> PaintedText {
    let edited = time.minute(record["edited_at"]?.stringValue ?? "")
    let notebook = places.width > 0 ? places.column(record["notebook"]?.stringValue ?? "") : ""
    let named = (record["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    let isFavourite = named.contains(TagRules.favorite)
    let favourite = isFavourite ? PaintedText("(favourite)", ListStyle.quiet) : PaintedText()
    let tags = named.filter { $0 != TagRules.favorite }
      .map { PaintedText("#" + $0, ListStyle.tag) }
    let end = PaintedText.joined([title(record), archiveSign(record), favourite] + tags, by: " ")
    return .joined(
      [
        id(record), PaintedText(edited, ListStyle.date),
        PaintedText(notebook, ListStyle.notebook), end,
      ], by: "  ")
  }
}
