import ArgumentParser
import MarfaSDK

/// Searches notes.
struct SearchCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search notes, the best first.",
    discussion: """
      The query is written as in the application; one that begins with - comes after \
      --. When nothing matches the exit code is 3.

      Notes in the archive come further down and are marked (archived); is:archived finds only \
      them, -is:archived leaves them out.

      Fields: id, title, snippet, score, state.
      """)

  static let fields = ["id", "title", "snippet", "score", "state"]

  @Argument(help: "What is looked for.")
  var query: [String]

  @Option(parsing: .unconditional, help: "How many at most; 0 for all.")
  var limit = 100

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if limit < 0 { throw ArgumentParser.ValidationError("--limit is 0 or more.") }
  }

  func run(in session: CommandSession) async throws {
    let isTerminal = session.host.streams.isOutputTerminal
    var printer = try RecordPrinter(format, fields: Self.fields, output: session.output) {
      Self.line($0)
    }
    let client = try await session.openNotesToRead()
    let query = SearchHints.query(query.joined(separator: " "), session)
    let notes = ListFilters(filter: "type ne \"\(CoreGroup.typeIdentifier)\"")
    let results = try await client.store.search(
      query, filters: SearchHints.namesType(query.expression) ? ListFilters() : notes,
      limit: limit == 0 ? SearchHints.everything : limit)
    for hit in results.hits { printer.print(Self.record(hit)) }
    printer.finish()
    if results.hits.isEmpty { throw CommandFailure(.notFound) }
    if results.hasMore, isTerminal {
      session.output.flush()
      session.output.note("There are more; --limit 0 shows all.")
    }
  }

  private static func record(_ hit: SearchHit) -> Record {
    let snippet = hit.snippet.filter { $0 != SearchHit.matchStart && $0 != SearchHit.matchEnd }
    return Record([
      ("id", .string(hit.id)), ("title", .string(hit.summary.title)),
      ("snippet", .string(snippet)), ("score", .number(hit.score)),
      ("state", .string(hit.summary.state.rawValue)),
    ])
  }

  private static func line(_ record: Record) -> String {
    let title = record["title"]?.stringValue ?? ""
    let snippet = record["snippet"]?.stringValue ?? ""
    let words = [record["id"]?.stringValue ?? "", "", title.isEmpty ? "(untitled)" : title]
    let head = (words + NoteRecord.archiveSign(record)).joined(separator: " ")
    return snippet.isEmpty ? head : head + "\n    " + snippet
  }
}
