/// A replacement in progress, match by match: `y` replaces, `n` leaves, `a` replaces all that are
/// left, `q` ends.
public struct ReplacementSession: Hashable, Sendable {
  /// What is looked for.
  public let pattern: SearchPattern
  /// What replaces it; in regular expressions `$1` or `\1` stands for a group, `$0` for all.
  public let template: String
  /// The match that is being asked about, in UTF-8 bytes.
  public internal(set) var match: Range<Int>
  /// Matches replaced so far.
  public internal(set) var replaced = 0
  /// Which match is asked about, from 1.
  public internal(set) var number = 1
  /// How many matches there were at the beginning.
  public internal(set) var total: MatchCount

  /// The text still to search: behind the match, then from the beginning to where it began.
  var parts: [Range<Int>]
  /// Where the cursor was at the beginning.
  var origin: Int

  /// Follows a change of the text.
  mutating func apply(_ change: TextChange) {
    func moved(_ range: Range<Int>) -> Range<Int> {
      let start = change.mapped(range.lowerBound, bias: .after)
      return start..<max(start, change.mapped(range.upperBound, bias: .before))
    }
    match = moved(match)
    parts = parts.map(moved)
    origin = change.mapped(origin, bias: .before)
  }
}
