/// A replacement in progress, match by match: `y` replaces, `n` leaves, `a` replaces all that are
/// left, `q` ends.
///
/// The matches are those that the text had at the beginning.
public struct ReplacementSession: Hashable, Sendable {
  /// What is looked for.
  public let pattern: SearchPattern
  /// What replaces it; in regular expressions `$1` or `\1` is a group, `$0` the match.
  public let template: String
  /// Matches replaced so far.
  public private(set) var replaced = 0
  /// How many matches there were at the beginning.
  public let total: Int

  /// What is not yet decided, the match that is asked about last: from the cursor to the text's
  /// end, then from its beginning.
  private(set) var remaining: [Replacement]
  /// Where the cursor was at the beginning.
  private(set) var origin: Int

  /// Begins with the first match.
  ///
  /// - Parameters:
  ///   - line: The line in which pattern and template were typed.
  ///   - pattern: What is looked for.
  ///   - matches: In the order in which they are asked about; at least one.
  init(_ line: EditorPrompt, pattern: SearchPattern, matches: [Replacement]) {
    self.pattern = pattern
    template = line.text
    total = matches.count
    remaining = matches.reversed()
    origin = line.origin
  }

  /// The match that is being asked about, in UTF-8 bytes.
  public var match: Range<Int> { remaining.last?.range ?? origin..<origin }

  /// Which match is asked about, from 1.
  public var number: Int { total - remaining.count + 1 }

  /// Goes to the next match.
  ///
  /// - Returns: The one that was asked about; nil when there is none left.
  mutating func next() -> Replacement? {
    remaining.popLast()
  }

  /// Counts matches that were replaced.
  mutating func count(_ count: Int) { replaced += count }

  /// Leaves nothing to be asked about, as the matches are gone.
  ///
  /// - Parameter moved: Where a place of the text went.
  mutating func end(_ moved: (Int) -> Int) {
    remaining = []
    origin = moved(origin)
  }

  /// Follows a change of the text.
  mutating func apply(_ change: TextChange) {
    remaining.apply(change)
    origin = change.mapped(origin, bias: .before)
  }
}
