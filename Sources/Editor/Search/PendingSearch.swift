/// What a look that reads only so much says of the nearest match.
enum SearchOutcome: Hashable, Sendable {
  /// The match, or that there is none.
  case known(Range<Int>?)
  /// It is farther away than was read.
  case unknown

  /// The match as far as it is known.
  var hit: Range<Int>? {
    if case .known(let hit) = self { hit } else { nil }
  }
}

/// The search that the application runs.
struct PendingSearch: Sendable {
  let number: Int
  let pattern: SearchPattern
  let place: SearchPlace
  /// Whether the text changed since, so that what is found says nothing.
  var isStale = false
}

/// What is done once the search is finished.
enum AwaitedSearch: Sendable {
  /// The open line is accepted.
  case prompt
  /// A motion to a match, or an operator up to it.
  case command(ParsedCommand)
}

/// The matches that were looked for, of one pattern in one text.
struct KnownHits: Sendable {
  private var pattern: SearchPattern?
  private var hits: [SearchPlace: Range<Int>?] = [:]

  mutating func note(_ hit: Range<Int>?, of pattern: SearchPattern, from place: SearchPlace) {
    if pattern != self.pattern || hits.count > 1000 { hits = [:] }
    self.pattern = pattern
    hits[place] = .some(hit)
  }

  /// The match, or that there is none; nil when nothing is known.
  func hit(of pattern: SearchPattern, from place: SearchPlace) -> Range<Int>?? {
    pattern == self.pattern ? hits[place] : nil
  }
}
