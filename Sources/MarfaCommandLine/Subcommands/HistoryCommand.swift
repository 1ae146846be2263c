import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists the versions of a note.
struct HistoryCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the versions of a note, newest first.",
    discussion: """
      The first is the current one. Old versions are thinned out. The title is that of the \
      version: its own, or its first line if it had none.

      Fields: version, created_at, title, size (bytes of the text), is_current.

      Example: marfa history "Rye bread"
      """)

  static let fields = ["version", "created_at", "title", "size", "is_current"]

  @Argument(
    help: "The note's id, its first characters or the title.",
    completion: Candidates.note.completion)
  var id: String

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let time = session.localTime
    var printer = try RecordPrinter(
      styled: format, fields: Self.fields, output: session.output, painted: { Self.line($0, time) })
    session.page()
    let client = try await session.openNotesToRead()
    let id = try await session.resolve(id, in: client.store, NameReading(names))
    for revision in try await NoteRevision.all(of: id, in: client.store) {
      printer.print(Self.record(revision))
    }
    printer.finish()
  }

  private static func record(_ revision: NoteRevision) -> Record {
    Record([
      ("version", .integer(Int64(revision.version))), ("created_at", .string(revision.createdAt)),
      ("title", .string(revision.displayTitle)),
      ("size", .integer(Int64(revision.body.utf8.count))),
      ("is_current", .bool(revision.isCurrent)),
    ])
  }

  private static func line(_ record: Record, _ time: LocalTime) -> PaintedText {
    let version = record["version"].map(Record.text) ?? ""
    let words =
      record["is_current"] == .bool(true) ? "(now)" : version == "0" ? "(not sent)" : ""
    let mark = PaintedText(words, ListStyle.quiet)
    let date = time.minute(record["created_at"]?.stringValue ?? "")
    let size = (record["size"].map(Record.text) ?? "0") + " B"
    return .joined(
      [
        PaintedText(version, ListStyle.id), PaintedText(date, ListStyle.date), PaintedText(size),
        NoteRecord.title(record), mark,
      ], by: "  ")
  }
}
