/// A title that a query matches.
public struct FuzzyMatch: Hashable, Sendable {
  /// The title's place in its index.
  public let index: Int
  /// How well it matches; larger is better, and figures of different queries do not compare.
  public let score: Int
}

/// Finds the best matches of what is typed among the titles of an index, key by key.
///
/// A query that only adds to the one before looks at the former matches instead of all titles.
/// Letters match without regard to case and diacritics. Better matches come first, then shorter
/// titles, then the order of the index.
///
/// ```swift
/// let names = ["Rye bread", "Reed beds", "Water"]
/// var matcher = FuzzyMatcher(index: FuzzyIndex(titles: names))
/// for match in matcher.matches(for: "rb") { show(names[match.index]) }
/// ```
public struct FuzzyMatcher: Sendable {
  /// The titles.
  public let index: FuzzyIndex
  private var pattern = FuzzyPattern("")
  private var candidates: [Int32]?

  /// Looks among the titles of an index; was asked nothing yet.
  public init(index: FuzzyIndex) {
    self.index = index
  }

  /// How many titles the last query matched; all when nothing was asked.
  public var matchCount: Int { candidates?.count ?? index.count }

  /// The best matches of a query, best first; an empty query matches the first titles.
  ///
  /// Costs one look at every title's letters, and one walk over each title that has them all.
  ///
  /// - Parameters:
  ///   - query: What was typed; words separated by spaces must all match.
  ///   - limit: How many matches at most.
  /// - Returns: At most `limit` matches.
  public mutating func matches(for query: String, limit: Int = 200) -> [FuzzyMatch] {
    let next = FuzzyPattern(query)
    let former = next.narrows(pattern) ? candidates : nil
    pattern = next
    guard !next.terms.isEmpty else {
      candidates = nil
      return (0..<min(limit, index.count)).map { FuzzyMatch(index: $0, score: 0) }
    }
    var best = BestMatches(limit: limit)
    var matching: [Int32] = []
    let search = FuzzySearch(index: index, pattern: next)
    if let former {
      search.run(over: former, best: &best, matching: &matching)
    } else {
      search.run(over: 0..<Int32(index.count), best: &best, matching: &matching)
    }
    candidates = matching
    return best.sorted()
  }

  /// Where a query's letters are in a title, to be emphasised.
  ///
  /// - Parameters:
  ///   - query: What was typed.
  ///   - title: The title as it is shown.
  /// - Returns: Offsets in characters from the start, ascending, without doubles; empty when
  ///   nothing matches.
  public static func emphasis(of query: String, in title: String) -> [Int] {
    FuzzyEmphasis.offsets(of: FuzzyPattern(query), in: title)
  }
}

/// One pass over titles.
private struct FuzzySearch {
  let index: FuzzyIndex
  let pattern: FuzzyPattern

  func run(
    over candidates: some Sequence<Int32>, best: inout BestMatches, matching: inout [Int32]
  ) {
    let required = pattern.terms.reduce(0) { $0 | $1.letters }
    let words = pattern.terms.flatMap(\.units)
    let isOneLetter = pattern.isOneLetter
    words.withUnsafeBufferPointer { words in
      let terms = terms(over: words)
      index.units.withUnsafeBufferPointer { units in
        index.starts.withUnsafeBufferPointer { starts in
          index.letters.withUnsafeBufferPointer { letters in
            for candidate in candidates where letters[Int(candidate)] & required == required {
              let range = Int(starts[Int(candidate)])..<Int(starts[Int(candidate) + 1])
              if isOneLetter,
                !best.wouldTake(
                  index: candidate, score: FuzzyScore.highest(letters: 1), length: range.count)
              {
                matching.append(candidate)
                continue
              }
              let title = UnsafeBufferPointer(rebasing: units[range])
              guard let score = Self.score(terms, in: title, least: best.lowestScore) else {
                continue
              }
              matching.append(candidate)
              best.offer(index: candidate, score: score, length: range.count)
            }
          }
        }
      }
    }
  }

  private typealias Term = (kind: FuzzyPattern.Kind, word: FuzzyScore.Units)

  /// The terms on one borrowed buffer, so that the loop over all titles borrows nothing.
  private func terms(over words: FuzzyScore.Units) -> [Term] {
    var start = 0
    return pattern.terms.map { term in
      defer { start += term.units.count }
      return (term.kind, UnsafeBufferPointer(rebasing: words[start..<start + term.units.count]))
    }
  }

  /// The sum of all terms' scores; of one that is below `least` only that much is certain.
  private static func score(_ terms: [Term], in title: FuzzyScore.Units, least: Int) -> Int? {
    if terms.count == 1 {
      return FuzzyScore.score(terms[0].kind, terms[0].word, in: title, least: least)
    }
    var sum = 0
    for term in terms {
      guard let score = FuzzyScore.score(term.kind, term.word, in: title) else { return nil }
      sum += score
    }
    return sum
  }
}
