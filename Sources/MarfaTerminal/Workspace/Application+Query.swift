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
  /// Whether a notebook is named in it.
  var namesNotebook: Bool {
    var names = false
    expression?.forEachTerm { if case .notebook = $0 { names = true } }
    return names
  }

  /// What both find; a search for everything narrows nothing.
  package func narrowed(by other: SearchQuery) -> SearchQuery {
    let hints = hints + other.hints
    guard let expression else { return SearchQuery(other.expression, hints: hints) }
    guard let further = other.expression else { return SearchQuery(expression, hints: hints) }
    return SearchQuery(.and([expression, further]), hints: hints)
  }
}
