import ArgumentParser
import MarfaSDK
import NoteFiles

/// Searches notes.
struct SearchCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search notes, best matches first.",
    discussion: """
      Queries are those of the application. Put `--` before a query that begins with `-`. If \
      nothing matches the exit code is 3. Without --limit the best 100 are printed.

      Only the newest 2,000 hits are ranked; the rest follow, newest first, with score 0.

      Archived notes rank lower and are marked (archived); is:archived finds only them, \
      -is:archived excludes them.

      Fields: id, title, snippet, score.
      """)

  static let fields = ["id", "title", "snippet", "score"]

  @Argument(help: "The query.")
  var query: [String]

  @OptionGroup var limit: LimitOption

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let isTerminal = session.host.streams.isOutputTerminal
    let client = try await session.openNotesToRead()
    let query = SearchHints.query(query.joined(separator: " "), session)
    try await SearchHints.tellMissingNotebooks(of: query, in: client.store, session)
    let notes = ListFilters(filter: "type ne \"\(CoreGroup.typeIdentifier)\"")
    let results = try await client.store.search(
      query, filters: SearchHints.namesType(query.expression) ? ListFilters() : notes,
      limit: limit.count(standard: 100))
    let archived = Set(results.hits.filter { $0.summary.state == .archived }.map(\.id))
    var printer = try RecordPrinter(format, fields: Self.fields, output: session.output) {
      Self.line($0, archived: archived)
    }
    for hit in results.hits { printer.print(Self.record(hit)) }
    printer.finish()
    if results.hits.isEmpty { throw CommandFailure(.notFound) }
    if results.hasMore, isTerminal {
      session.output.flush()
      session.output.note("More results exist; use --limit 0 to see all.")
    }
  }

  private static func record(_ hit: SearchHit) -> Record {
    let snippet = hit.snippet.filter { $0 != SearchHit.matchStart && $0 != SearchHit.matchEnd }
    return Record([
      ("id", .string(hit.id)), ("title", .string(hit.summary.title)),
      ("snippet", .string(snippet)), ("score", .number(hit.score)),
    ])
  }

  private static func line(_ record: Record, archived: Set<String>) -> String {
    let title = record["title"]?.stringValue ?? ""
    let snippet = record["snippet"]?.stringValue ?? ""
    let id = record["id"]?.stringValue ?? ""
    let words = [id, "", title.isEmpty ? "(untitled)" : title]
    let sign = NoteRecord.archiveSign(isArchived: archived.contains(id))
    let head = (words + sign).joined(separator: " ")
    return snippet.isEmpty ? head : head + "\n    " + snippet
  }
}
