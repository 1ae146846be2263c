import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists the notes that refer to a note.
struct BacklinksCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "backlinks", abstract: "List the notes that refer to a note.",
    discussion: """
      Archived notes come last, marked (archived).

      Fields: id, title, lines, state; each line has a number, from 1, and a text.

      Example: marfa backlinks Flour --mentions
      """)

  static let fields = ["id", "title", "lines", "state"]

  @Argument(
    help: "The note's id, its first characters or the title.",
    completion: Candidates.note.completion)
  var id: String

  @Flag(help: "List notes that name the note without a link instead.")
  var mentions = false

  @OptionGroup var limit: LimitOption

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      styled: format, fields: Self.fields, output: session.output, painted: { Self.lines($0) })
    session.page()
    let client = try await session.openNotesToRead()
    let id = try await session.resolve(id, in: client.store, NameReading(names))
    let most = limit.count()
    let found =
      mentions
      ? try await client.store.unlinkedMentions(of: id, limit: most)
      : try await client.store.backlinks(to: id, limit: most)
    for mention in found { printer.print(Self.record(mention)) }
    printer.finish()
  }

  private static func record(_ mention: Mention) -> Record {
    let lines = mention.lines.map { line -> JSONValue in
      ["number": .integer(Int64(line.number + 1)), "text": .string(line.text)]
    }
    return Record([
      ("id", .string(mention.id)), ("title", .string(mention.source.title)),
      ("lines", .array(lines)), ("state", .string(mention.source.state.rawValue)),
    ])
  }

  private static func lines(_ record: Record) -> PaintedText {
    let title = PaintedText.joined(
      [NoteRecord.title(record), NoteRecord.archiveSign(record)], by: " ")
    let head = PaintedText.joined([NoteRecord.id(record), title], by: "  ")
    let lines = (record["lines"]?.arrayValue ?? []).compactMap(\.objectValue).map { line in
      "\n    \(line["number"]?.integerValue ?? 0): \(line["text"]?.stringValue ?? "")"
    }
    return head + PaintedText(lines.joined())
  }
}
