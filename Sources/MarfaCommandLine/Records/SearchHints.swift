import MarfaSDK
import NoteFiles

/// What a search says besides its results.
enum SearchHints {
  /// A limit that holds no result back.
  static let everything = 1 << 40

  /// Reads a query as the application does: its last word is the beginning of one, `@name` stands
  /// for a saved search; says what of it was not understood.
  static func query(_ text: String, _ session: CommandSession) -> SearchQuery {
    var query = SearchQuery(
      parsing: text, now: session.host.clock.now, timeZone: session.host.timeZone,
      lastWord: .beingTyped)
    if !query.savedNames.isEmpty {
      let saved = session.configuration().savedSearches.map { search in
        (
          search.name,
          SearchQuery(
            parsing: search.query, now: session.host.clock.now,
            timeZone: session.host.timeZone, lastWord: .beingTyped)
        )
      }
      query = query.expanded(with: Dictionary(saved) { _, last in last })
    }
    var told: Set<String> = []
    for sentence in query.hints.map(\.sentence) where told.insert(sentence).inserted {
      session.output.note("marfa: \(sentence).")
    }
    return query
  }

  /// Reports which notebooks of a query there are none of: nothing is found in them.
  static func tellMissingNotebooks(
    of query: SearchQuery, in store: LocalStore, _ session: CommandSession
  ) async throws {
    for name in try await store.missingNotebooks(of: query) {
      session.output.note("marfa: No notebook “\(name)”.")
    }
  }

  /// The failure of a command whose query finds nothing; on a terminal it is said in words, too.
  static func nothing(for query: String, _ session: CommandSession) -> CommandFailure {
    if session.host.streams.isOutputTerminal {
      session.output.note("No notes match \(query).")
    }
    return CommandFailure(.notFound)
  }

  /// Whether a query says which types it means; otherwise notebooks are no results.
  static func namesType(_ expression: SearchExpression?) -> Bool {
    switch expression {
    case .term(.type)?: true
    case .and(let parts)?, .or(let parts)?: parts.contains { namesType($0) }
    case .not(let part)?: namesType(part)
    case .term?, nil: false
    }
  }
}
