import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists notes.
struct ListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List notes, the last edited first.",
    discussion: """
      A query is written as in the application: words, "phrases", tag:x, notebook:x, is:todo, \
      is:archived, edited:today, -word, OR; one that begins with - comes after --. A notebook is \
      its title or its path, as in in:House/Garden. With a query that nothing matches the exit \
      code is 3.

      Without --state the list has the active notes. What is looked for by a query or a tag is \
      found in the archive too: a person sees it marked (archived), a program by its state.

      The order is that of the application: by when title or text were last changed. updated_at is \
      when anything was, tags and state too, and --sort updated goes by it.

      Fields: id, type, title, tags, state, created_at, updated_at, version.
      """)

  @Argument(help: "Which notes; all when it is left out.")
  var query: [String] = []

  @OptionGroup var limit: LimitOption

  @Option(help: "The order: edited, updated, created, time or title.")
  var sort = ListOrderName.edited

  @Flag(help: "The other end of the order first.")
  var reverse = false

  @Option(
    name: .customLong("tag"), help: "Only notes with the tag; may be given again.",
    completion: Candidates.tag.completion)
  var tags: [String] = []

  @Option(help: ArgumentHelp("Only items of the type.", valueName: "type"))
  var type: String?

  @Option(help: "Only notes of the state: active, archived or trashed; or all but the trash.")
  var state: ListedState?

  @Flag(help: "List the trash, as --state trashed does.")
  var trash = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if trash, state != nil { throw ArgumentParser.ValidationError("--trash is a state as well.") }
  }

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: NoteRecord.listFields, output: session.output, human: NoteRecord.line)
    let client = try await session.openNotesToRead()
    let text = query.joined(separator: " ")
    if text.allSatisfy(\.isWhitespace) {
      try await printAll(of: client.store, &printer, session)
      printer.finish()
      return
    }
    let found = try await matches(text, client.store, session)
    for summary in found.prefix(limit.count()) { printer.print(NoteRecord.listed(summary)) }
    printer.finish()
    if found.isEmpty { throw CommandFailure(.notFound) }
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
    of store: LocalStore, _ printer: inout RecordPrinter, _ session: CommandSession
  ) async throws {
    var filters = filters
    filters.limit = 500
    let most = limit.count()
    while printer.count < most, !session.output.isClosed {
      let page = try await store.summaries(filters)
      for summary in page.data where isWanted(summary) && printer.count < most {
        printer.print(NoteRecord.listed(summary))
      }
      guard page.hasMore, let cursor = page.cursor else { return }
      filters.cursor = cursor
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
