import MarfaSDK
import TerminalLayers
import Workbench

/// What is looked for, read with the person's searches and the present time.
extension Context {
  /// Reads a query as it is typed: the last word is the start of one, `@name` stands for a saved
  /// search, and dates are those of now.
  package func searchQuery(_ text: String) -> SearchQuery {
    let query = parsed(text)
    guard !query.savedNames.isEmpty else { return query }
    let saved = settings.configuration.savedSearches.map { ($0.name, parsed($0.query)) }
    return query.expanded(with: Dictionary(saved) { _, last in last })
  }

  private func parsed(_ text: String) -> SearchQuery {
    SearchQuery(
      parsing: text, now: Timestamp(now()), timeZone: settings.calendar.timeZone,
      lastWord: .beingTyped)
  }

  /// What a source narrowed by a filter shows.
  ///
  /// - Parameters:
  ///   - source: The place.
  ///   - filter: A query of the search grammar; empty for none.
  ///   - sort: The order, while nothing is searched for.
  /// - Returns: The list.
  package func listing(
    of source: Source, filter: String, sort: ListFilters.Sort
  ) -> Listing {
    var filters = ListFilters(sort: sort, direction: sort == .title ? .ascending : .descending)
    var query = searchQuery(filter)
    switch source {
    case .tag(let tag): filters.tags = [tag]
    case .archive: filters.state = .archived
    // What was thrown away last comes first.
    case .trash where sort == .editedAt: filters.sort = .updatedAt
    case .savedSearch(_, let saved): query = searchQuery(saved).narrowed(by: query)
    default: break
    }
    return Listing(
      filters: filters, scope: source.scope(now: now(), calendar: settings.calendar), query: query)
  }

  /// Creates a note where a list is.
  ///
  /// - Returns: The note's id.
  /// - Throws: The store's error.
  package func createNote(
    title: String, body: String, in source: Source
  ) async throws -> String {
    var properties: [String: JSONValue] = ["body": .string(body)]
    if !title.isEmpty { properties["title"] = .string(title) }
    var input = CreateItemInput(type: "core.note", properties: properties)
    switch source {
    case .tag(let tag): input.tags = [tag]
    case .favourites: input.tags = ["favorite"]
    default: break
    }
    let item = try await client.items.create(input)
    if case .notebook(let notebook, _) = source {
      _ = try await client.store.createEdge(
        CreateEdgeInput(sourceId: notebook, targetId: item.id, edgeType: "parent-of"))
    }
    return item.id
  }
}
