import MarfaSDK

/// Narrowing a few rows by what is typed.
package enum FuzzyRows {
  /// The rows whose titles match, best first and so in no groups, with the matched characters; all
  /// as they are for an empty text.
  ///
  /// Where titles hold the longer words as they are typed, only those are there: of some eighty
  /// actions, each has the letters of `sort` somewhere that is long enough. Without such a title,
  /// and for short words, letters in their order match, as in abbreviations.
  package static func matching(_ rows: [PickerRow], _ text: String) -> [PickerRow] {
    guard !text.isEmpty else { return rows }
    let index = FuzzyIndex(titles: rows.map(\.title))
    var matcher = FuzzyMatcher(index: index)
    let matches = matcher.matches(for: text, limit: rows.count)
    guard !matches.isEmpty else { return [] }
    return holding(text, matches, in: index).map { match in
      var row = rows[match.index]
      row.heading = nil
      row.matches = FuzzyMatcher.emphasis(of: text, in: row.title)
      return row
    }
  }

  /// The fewest letters of a word that a title is asked to hold as it is.
  private static let leastWhole = 3

  /// The matches whose titles hold the longer words of a text as they are; all if none does.
  private static func holding(
    _ text: String, _ matches: [FuzzyMatch], in index: FuzzyIndex
  ) -> [FuzzyMatch] {
    let words: [String] = text.split(separator: " ").map { word in
      let isPlain = word.count >= leastWhole && word.last != "$" && !"'^!".contains(word.prefix(1))
      return isPlain ? "'\(word)" : String(word)
    }
    var matcher = FuzzyMatcher(index: index)
    let places = Set(
      matcher.matches(for: words.joined(separator: " "), limit: matches.count).map(\.index))
    let holding = matches.filter { places.contains($0.index) }
    return holding.isEmpty ? matches : holding
  }
}
