extension SearchQuery {
  /// Names of the saved searches that the search mentions, in order, each once.
  public var savedNames: [String] {
    var names: [String] = []
    expression?.forEachTerm { term in
      if case .saved(let name) = term, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The search with each `@name` replaced by what is saved under it.
  ///
  /// `saved` has the searches by name. A name that is unknown, or leads back to itself, stays as
  /// it is and adds a hint.
  public func expanded(with saved: [String: SearchQuery]) -> SearchQuery {
    var hints = hints
    let result = expression.flatMap { Self.expand($0, saved, [], &hints) }
    return SearchQuery(result, hints: hints)
  }

  /// Nil when a saved search is empty and so finds everything.
  private static func expand(
    _ expression: SearchExpression, _ saved: [String: SearchQuery], _ path: Set<String>,
    _ hints: inout [SearchHint]
  ) -> SearchExpression? {
    switch expression {
    case .term(.saved(let name)):
      guard let query = saved[name], !path.contains(name) else {
        hints.append(SearchHint(.unknownSavedSearch, text: name, position: 0))
        return expression
      }
      return query.expression.flatMap { expand($0, saved, path.union([name]), &hints) }
    case .term: return expression
    case .not(let inner): return expand(inner, saved, path, &hints).map(SearchExpression.not)
    case .and(let parts):
      return SearchExpression.all(parts.compactMap { expand($0, saved, path, &hints) })
    case .or(let parts):
      let expanded = parts.map { expand($0, saved, path, &hints) }
      // Anything or everything is everything.
      guard expanded.allSatisfy({ $0 != nil }) else { return nil }
      return SearchExpression.any(expanded.compactMap { $0 })
    }
  }
}

extension SearchExpression {
  /// Calls a function with every condition, in order.
  public func forEachTerm(_ body: (SearchTerm) -> Void) {
    switch self {
    case .term(let term): body(term)
    case .and(let parts), .or(let parts): parts.forEach { $0.forEachTerm(body) }
    case .not(let inner): inner.forEachTerm(body)
    }
  }
}
