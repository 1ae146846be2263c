import MarfaSDK

/// What a search says besides its results.
enum SearchHints {
  /// A limit that holds no result back.
  static let everything = 1 << 40

  /// Reads a query with the saved searches of the configuration, and tells what of it was not
  /// understood.
  static func query(_ text: String, _ session: CommandSession) -> SearchQuery {
    var query = SearchQuery(
      parsing: text, now: session.host.clock.now, timeZone: session.host.timeZone)
    if !query.savedNames.isEmpty {
      let saved = session.configuration().savedSearches.map { search in
        (
          search.name,
          SearchQuery(
            parsing: search.query, now: session.host.clock.now, timeZone: session.host.timeZone)
        )
      }
      query = query.expanded(with: Dictionary(saved) { _, last in last })
    }
    for hint in query.hints { session.output.note("marfa: \(sentence(hint))") }
    return query
  }

  private static func sentence(_ hint: SearchHint) -> String {
    let what = "\"\(hint.text)\""
    let why =
      switch hint.kind {
      case .unclosedQuote: "a quote without its end"
      case .unbalancedParenthesis: "a parenthesis without its other one"
      case .danglingOperator: "nothing to join"
      case .unknownField: "no such field"
      case .unknownValue(let known) where known.isEmpty: "no such value"
      case .unknownValue(let known): "no such value; there are \(known.joined(separator: ", "))"
      case .invalidDate: "not a date"
      case .invalidSize: "not a size"
      case .invalidPattern: "not a regular expression"
      case .unknownSavedSearch: "no saved search of that name"
      case .tooDeep: "too many parentheses"
      }
    return "\(what) is looked for literally: \(why)."
  }
}
