import MarfaSDK

/// The words of a query that can be seen in a text that it finds.
enum SearchWords {
  /// The words and phrases that are looked for, without those that must not be there.
  package static func words(in query: SearchQuery) -> [String] {
    query.expression.map(words) ?? []
  }

  private static func words(in expression: SearchExpression) -> [String] {
    switch expression {
    case .term(.text(_, .pattern, in: _)), .term(.text(_, _, in: .title)): []
    case .term(.text(let text, _, in: _)): text.isEmpty ? [] : [text]
    case .term, .not: []
    case .and(let parts), .or(let parts): parts.flatMap(words)
    }
  }
}
