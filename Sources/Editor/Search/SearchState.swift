/// What was looked for last, and what is shown of it.
struct SearchState: Sendable {
  /// The last pattern.
  private(set) var pattern: SearchPattern?
  /// Whether `n` goes backwards.
  private(set) var isBackward = false
  /// Whether matches are shown in the text.
  private(set) var isHighlighted = false
  /// The match that the cursor is at.
  private(set) var hit: Range<Int>?
  /// Patterns looked for, the last one last; at most 100.
  private(set) var history: [String] = []
  /// The search that the application runs; nil when it runs none.
  private(set) var job: PendingSearch?
  /// What is done when it is finished; nil for showing what it found.
  private(set) var awaited: AwaitedSearch?
  /// What such searches found in the text as it is.
  private(set) var known = KnownHits()
  /// The matches to replace that such a search found, until the replacement begins.
  private var listed: [Replacement]?
  private var jobCount = 0

  // MARK: - The last pattern

  /// Looks for a pattern from now on, in the direction of the one before.
  mutating func look(for pattern: SearchPattern) { self.pattern = pattern }

  /// Looks for a pattern in a direction from now on.
  mutating func look(for pattern: SearchPattern, isBackward: Bool) {
    (self.pattern, self.isBackward) = (pattern, isBackward)
  }

  /// Shows the matches in the text, or shows them no more.
  mutating func highlight(_ isHighlighted: Bool) { self.isHighlighted = isHighlighted }

  /// The cursor is at a match, or at none.
  mutating func meet(_ hit: Range<Int>?) { self.hit = hit }

  // MARK: - Searches that the application runs

  /// Has the application run a search.
  ///
  /// - Returns: Its number.
  mutating func begin(_ pattern: SearchPattern, from place: SearchPlace) -> Int {
    jobCount += 1
    job = PendingSearch(number: jobCount, pattern: pattern, place: place)
    return jobCount
  }

  /// Something is done when the search is finished.
  mutating func wait(_ awaited: AwaitedSearch) { self.awaited = awaited }

  /// Ends the search; what waited for it is not done.
  mutating func end() { (job, awaited) = (nil, nil) }

  /// Ends the search with what it found.
  ///
  /// - Returns: What waited for it; nil when nothing did.
  mutating func end(with finding: SearchFinding) -> AwaitedSearch? {
    if let job, !job.isStale {
      listed = finding.replacements
      if finding.replacements == nil { known.note(finding.hit, of: job.pattern, from: job.place) }
    }
    defer { (job, awaited) = (nil, nil) }
    return awaited
  }

  /// Takes the matches to replace that a search found; nil when none was listed.
  mutating func takeListed() -> [Replacement]? {
    defer { listed = nil }
    return listed
  }

  // MARK: - Changes of the text

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
  /// At most 10,000 in a text within the limit, else 1000 in its beginning; fewer when the work is
  /// spent before.
  func count(
    in range: Range<Int>, of buffer: TextBuffer, at offset: Int, within limit: Int,
    spending meter: inout WorkMeter
  ) -> MatchCount {
    let isShort = range.count <= limit
    var count = MatchCount(total: 0, current: 0, isComplete: isShort)
    let end = isShort ? range.upperBound : range.lowerBound + limit
    visit(range.lowerBound..<end, in: buffer, spending: &meter) { match in
      count.total += 1
      if match.lowerBound == offset { count.current = count.total }
      if count.total < (isShort ? 10_000 : 1000) { return true }
      count.isComplete = false
      return false
    }
    if meter.isSpent { count.isComplete = false }
    return count
  }
}
