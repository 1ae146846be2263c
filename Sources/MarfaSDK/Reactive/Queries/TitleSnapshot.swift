/// All titles at one moment, folded for fuzzy matching.
public struct TitleSnapshot: Sendable, Equatable {
  /// The titles, the latest change first.
  public let entries: TitleList
  /// The titles in the same order, ready for a matcher.
  public let index: FuzzyIndex

  /// Folds titles.
  public init(entries: TitleList = TitleList()) {
    self.entries = entries
    index = FuzzyIndex(entries.titles, count: entries.count, size: entries.titleSize)
  }

  /// Whether both have the same entries.
  public static func == (one: TitleSnapshot, other: TitleSnapshot) -> Bool {
    one.entries == other.entries
  }

  /// The best matches of what is typed, best first.
  ///
  /// - Parameters:
  ///   - query: What was typed.
  ///   - limit: How many at most.
  /// - Returns: The entries; the first ones when the query is empty.
  public func matches(for query: String, limit: Int = 200) -> [TitleEntry] {
    var matcher = FuzzyMatcher(index: index)
    return matcher.matches(for: query, limit: limit).map { entries[$0.index] }
  }
}
