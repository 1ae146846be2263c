/// What was looked for last, and what is shown of it.
struct SearchState: Sendable {
  /// The last pattern.
  var pattern: SearchPattern?
  /// Whether `n` goes backwards.
  var isBackward = false
  /// Whether matches are shown in the text.
  var isHighlighted = false
  /// The match that the cursor is at.
  var hit: Range<Int>?
  /// Patterns looked for, the last one last; at most 100.
  var history: [String] = []
  /// The search that the application runs, and what is done when it is finished.
  var job: PendingSearch?
  var awaited: AwaitedSearch?
  var jobCount = 0
  /// The matches to replace that such a search found, until the replacement begins.
  var listed: [Replacement]?
  /// What such searches found in the text as it is.
  var known = KnownHits()

  /// The text changed.
  mutating func forgetPlaces() {
    hit = nil
    job?.isStale = true
    listed = nil
    known = KnownHits()
  }

  mutating func remember(_ text: String) {
    history.removeAll { $0 == text }
    history.append(text)
    if history.count > 100 { history.removeFirst() }
  }
}

/// How many matches there are.
public struct MatchCount: Hashable, Sendable {
  /// Matches found.
  public var total: Int
  /// Which of them the cursor is at, from 1; 0 when it is at none.
  public var current: Int
  /// Whether the whole text was counted; a long text is counted in part.
  public var isComplete: Bool
}

extension SearchPattern {
  /// Counts the matches of a text as far as a key may.
  ///
  /// At most 10,000 in a text within the limit, else 1000 in its beginning.
  func count(
    in range: Range<Int>, of buffer: TextBuffer, at offset: Int, within limit: Int = .max
  ) -> MatchCount {
    let isShort = range.count <= limit
    var count = MatchCount(total: 0, current: 0, isComplete: isShort)
    let end = isShort ? range.upperBound : range.lowerBound + limit
    visit(range.lowerBound..<end, in: buffer) { match in
      count.total += 1
      if match.lowerBound == offset { count.current = count.total }
      if count.total < (isShort ? 10_000 : 1000) { return true }
      count.isComplete = false
      return false
    }
    return count
  }
}
