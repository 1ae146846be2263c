import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists tags with how many notes have each.
struct TagListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List tags with their counts, most used first.",
    discussion: "Favourites are not among them; is:favourite finds them. Fields: tag, count.")

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      styled: format, fields: ["tag", "count"], output: session.output,
      painted: {
        PaintedText("\($0["count"]?.integerValue ?? 0)", ListStyle.quiet)
          + PaintedText("\t" + ($0["tag"]?.stringValue ?? ""))
      })
    let client = try await session.openNotesToRead()
    for entry in try await client.store.tags() where entry.tag != TagRules.favorite {
      printer.print(
        Record([("tag", .string(entry.tag)), ("count", .integer(Int64(entry.count)))]))
    }
    printer.finish()
  }
}
