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

      Fields: id, title, snippet, score, notebook, short_id.

      Examples:

      marfa search rye flour -wheat

      marfa search --json --limit 5 'title:bread'
      """)

  static let fields = ["id", "title", "snippet", "score", "notebook", "short_id"]

  @Argument(help: "The query.", completion: Candidates.query.completion)
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
    let snippets = Dictionary(results.hits.map { ($0.id, $0.snippet) }) { first, _ in first }
    var printer = try RecordPrinter(
      styled: format, fields: Self.fields, output: session.output,
      painted: { Self.line($0, snippets, archived: archived) })
    let places = try await NotebookPlaces(client.store)
    let notebooks = try await places.paths(of: results.hits.map(\.id), in: client.store)
    session.page()
    for hit in results.hits { printer.print(Self.record(hit, notebook: notebooks[hit.id])) }
    printer.finish()
    if results.hits.isEmpty {
      throw SearchHints.nothing(for: self.query.joined(separator: " "), session)
    }
    if results.hasMore, isTerminal {
      session.output.flush()
      session.output.note("More results exist; use --limit 0 to see all.")
    }
  }

  private static func record(_ hit: SearchHit, notebook: String?) -> Record {
    let snippet = hit.snippet.filter { $0 != SearchHit.matchStart && $0 != SearchHit.matchEnd }
    return Record([
      ("id", .string(hit.id)), ("title", .string(hit.summary.title)),
      ("snippet", .string(snippet)), ("score", .number(hit.score)),
      ("notebook", notebook.map(JSONValue.string) ?? .null),
      ("short_id", .string(ShortId.text(of: hit.id))),
    ])
  }

  /// Two lines for a person: what the note is, and the place that fits with its matches marked.
  ///
  /// `snippets` are the places with their marks, by the ids of the notes.
  private static func line(
    _ record: Record, _ snippets: [String: String], archived: Set<String>
  ) -> PaintedText {
    let id = record["id"]?.stringValue ?? ""
    let snippet = snippets[id] ?? ""
    let notebook = record["notebook"]?.stringValue ?? ""
    let sign = NoteRecord.archiveSign(isArchived: archived.contains(id))
    let title = PaintedText.joined([NoteRecord.title(record), sign], by: " ")
    let head = PaintedText.joined(
      [NoteRecord.id(record), title, PaintedText(notebook, ListStyle.notebook)], by: "  ")
    return snippet.isEmpty ? head : head + PaintedText("\n    ") + painted(snippet)
  }

  private static func painted(_ snippet: String) -> PaintedText {
    var result = PaintedText()
    var rest = snippet[...]
    while let start = rest.firstIndex(of: SearchHit.matchStart) {
      result += PaintedText(String(rest[..<start]))
      rest = rest[start...].dropFirst()
      let end = rest.firstIndex(of: SearchHit.matchEnd) ?? rest.endIndex
      result += PaintedText(String(rest[..<end]), ListStyle.match)
      rest = rest[end...].dropFirst()
    }
    return result + PaintedText(String(rest))
  }
}
