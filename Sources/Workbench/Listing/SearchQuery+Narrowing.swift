import MarfaSDK

extension SearchQuery {
  /// Whether a notebook is named in it.
  package var namesNotebook: Bool {
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
