import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists notes.
struct ListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List notes, most recently edited first.",
    discussion: """
      Queries are those of the application: words, "phrases", tag:x, notebook:x, is:todo, \
      is:archived, edited:today, -word, OR. Put `--` before a query that begins with `-`. A \
      notebook is a title or a path, as in in:House/Garden. If nothing matches the query the \
      exit code is 3.

      Without --state active notes are listed. A query or a tag also finds archived notes, which \
      are marked (archived); in other formats see their state.

      Sorted like the application, by the last change to title or text. `--sort updated` also \
      counts changes to tags and state.

      For a person a row has the short id, the time of the last edit, the notebook, the title and \
      the tags. Fields: id, type, title, tags, state, created_at, updated_at, version, edited_at, \
      notebook, short_id.

      Examples:

      marfa list

      marfa list --json 'tag:birds edited:week' --limit 10

      marfa list --format '{short_id} {title}' in:House/Garden
      """, aliases: ["ls"])

  @Argument(
    help: "Query (default: all notes).", completion: Candidates.query.completion)
  var query: [String] = []

  @OptionGroup var limit: LimitOption

  @Option(help: "Sort by edited, updated, created, time or title.")
  var sort = ListOrderName.edited

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Option(
    name: .customLong("tag"), help: "Only notes with the tag; may be repeated.",
    completion: Candidates.tag.completion)
  var tags: [String] = []

  @Option(help: ArgumentHelp("Only items of the type.", valueName: "type"))
  var type: String?

  @Option(help: "Only notes in this state: active, archived, trashed, or all (except the trash).")
  var state: ListedState?

  @Flag(help: "List the trash, like --state trashed.")
  var trash = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if trash, state != nil { throw ArgumentParser.ValidationError("Use --trash or --state.") }
  }

  func run(in session: CommandSession) async throws {
    // A template that cannot be read is said before anything is opened.
    _ = try format.recordFormat(fields: NoteRecord.listFields)
    let client = try await session.openNotesToRead()
    let places = try await NotebookPlaces(client.store)
    let time = session.localTime
    var printer = try RecordPrinter(
      styled: format, fields: NoteRecord.listFields, output: session.output,
      painted: { NoteRecord.line($0, time, places) })
    session.page()
    let text = query.joined(separator: " ")
    if text.allSatisfy(\.isWhitespace) {
      try await printAll(of: client.store, places, &printer, session)
      printer.finish()
      return
    }
    let found = try await matches(text, client.store, session)
    try await print(found.prefix(limit.count()), in: client.store, places, &printer)
    printer.finish()
    if found.isEmpty { throw SearchHints.nothing(for: text, session) }
  }

  private var filters: ListFilters {
    ListFilters(
      type: type, state: wantedState.itemState, tags: tags, sort: sort.field,
      direction: sort.isAscending != reverse ? .ascending : .descending)
  }

  /// The state that was asked for; else that of a place, or of what is looked for.
  private var wantedState: ListedState {
    if trash { return .trashed }
    let isSearched = !tags.isEmpty || !query.joined().allSatisfy(\.isWhitespace)
    return state ?? (isSearched ? .all : .active)
  }

  /// Notebooks are listed only when asked for.
  private func isWanted(_ summary: ItemSummary) -> Bool {
    type != nil || summary.type != CoreGroup.typeIdentifier
  }

  /// Prints page by page, so that a list of any length needs little memory.
  private func printAll(
    of store: LocalStore, _ places: NotebookPlaces, _ printer: inout RecordPrinter,
    _ session: CommandSession
  ) async throws {
    var filters = filters
    filters.limit = 500
    let most = limit.count()
    while printer.count < most, !session.output.isClosed {
      let page = try await store.summaries(filters)
      let wanted = page.data.filter(isWanted).prefix(most - printer.count)
      try await print(wanted, in: store, places, &printer)
      guard page.hasMore, let cursor = page.cursor else { return }
      filters.cursor = cursor
    }
  }

  private func print(
    _ summaries: ArraySlice<ItemSummary>, in store: LocalStore, _ places: NotebookPlaces,
    _ printer: inout RecordPrinter
  ) async throws {
    let notebooks = try await places.paths(of: summaries.map(\.id), in: store)
    for summary in summaries {
      printer.print(NoteRecord.listed(summary, notebook: notebooks[summary.id]))
    }
  }

  private func matches(
    _ text: String, _ store: LocalStore, _ session: CommandSession
  ) async throws -> [ItemSummary] {
    let query = SearchHints.query(text, session)
    try await SearchHints.tellMissingNotebooks(of: query, in: store, session)
    let results = try await store.searchFirst(
      query, filters: filters, limit: SearchHints.everything)
    let takesAll = SearchHints.namesType(query.expression)
    return results.hits.map(\.summary).filter { takesAll || isWanted($0) }.sorted { left, right in
      sort.precedes(left, right) != reverse
    }
  }
}

/// Which notes a list has, as a word of the command line.
enum ListedState: String, ExpressibleByArgument, CaseIterable, Sendable {
  case active
  case archived
  case trashed
  case all

  /// The state of every note; nil for active and archived ones.
  var itemState: ItemState? {
    switch self {
    case .active: .active
    case .archived: .archived
    case .trashed: .trashed
    case .all: nil
    }
  }
}

/// What a list can be sorted by, as a word of the command line.
enum ListOrderName: String, ExpressibleByArgument, CaseIterable, Sendable {
  case edited
  case updated
  case created
  case time
  case title

  var field: ListFilters.Sort {
    switch self {
    case .edited: .editedAt
    case .updated: .updatedAt
    case .created: .createdAt
    case .time: .timestamp
    case .title: .title
    }
  }

  /// Times begin with the latest, titles with A.
  var isAscending: Bool { self == .title }

  func precedes(_ left: ItemSummary, _ right: ItemSummary) -> Bool {
    switch self {
    case .edited: (left.editedAt, left.key) > (right.editedAt, right.key)
    case .updated: (left.updatedAt, left.key) > (right.updatedAt, right.key)
    case .created: (left.createdAt, left.key) > (right.createdAt, right.key)
    case .time: (left.timestamp, left.key) > (right.timestamp, right.key)
    case .title:
      (left.title.lowercased(), left.key) < (right.title.lowercased(), right.key)
    }
  }
}
