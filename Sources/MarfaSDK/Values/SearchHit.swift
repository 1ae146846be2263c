/// One item that a search found.
public struct SearchHit: Hashable, Sendable, Identifiable {
  /// The item, without its text.
  public var summary: ItemSummary
  /// How well it fits: greater is better; 0 in results that are not ranked.
  public var score: Double
  /// The place that fits, on one line, with each match between `matchStart` and `matchEnd`.
  public var snippet: String
  /// The item's id.
  public var id: String { summary.id }

  /// Stands before a match in a snippet: START OF TEXT, which no stored text keeps there.
  public static let matchStart: Character = "\u{2}"
  /// Stands after a match in a snippet: END OF TEXT.
  public static let matchEnd: Character = "\u{3}"

  /// A found item; the higher the score, the better it matches.
  public init(summary: ItemSummary, score: Double, snippet: String) {
    self.summary = summary
    self.score = score
    self.snippet = snippet
  }
}

/// What a search found.
///
/// ```swift
/// let found = try await client.search(query: "flour -yeast")
/// show(found.hits.map(\.snippet))
/// ```
public struct SearchResults: Hashable, Sendable {
  /// The hits, best first.
  public var hits: [SearchHit]
  /// Whether there are more than these.
  public var hasMore: Bool
  /// What of the search was not understood and taken literally, in order.
  public var hints: [SearchHint]

  /// Takes each part as it is.
  public init(hits: [SearchHit] = [], hasMore: Bool = false, hints: [SearchHint] = []) {
    self.hits = hits
    self.hasMore = hasMore
    self.hints = hints
  }
}
