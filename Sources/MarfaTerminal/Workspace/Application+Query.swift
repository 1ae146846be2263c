import MarfaSDK

extension Application {
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
}

extension SearchQuery {
  /// What both find; a search for everything narrows nothing.
  package func narrowed(by other: SearchQuery) -> SearchQuery {
    let hints = hints + other.hints
    guard let expression else { return SearchQuery(other.expression, hints: hints) }
    guard let further = other.expression else { return SearchQuery(expression, hints: hints) }
    return SearchQuery(.and([expression, further]), hints: hints)
  }
}

extension SearchHint {
  /// What was taken literally and why, for the status line.
  package var sentence: String {
    "\(text) is taken literally: \(reason)"
  }

  private var reason: String {
    switch kind {
    case .unclosedQuote: "a quote without its end"
    case .unbalancedParenthesis: "a parenthesis without its other one"
    case .danglingOperator: "nothing to join"
    case .unknownField: "no such field"
    case .unknownValue(let known) where known.isEmpty: "no such value"
    case .unknownValue(let known): "there are \(known.joined(separator: ", "))"
    case .invalidDate: "not a date"
    case .invalidSize: "not a size"
    case .invalidPattern: "not a regular expression"
    case .unknownSavedSearch: "no saved search of that name"
    case .tooDeep: "too many parentheses"
    }
  }
}
