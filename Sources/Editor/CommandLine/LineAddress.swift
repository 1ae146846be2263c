/// A line of the text, as it is written before a command: `12`, `.`, `$`, `'a`, `/text/`, each with
/// `+3` or `-1` after it.
struct LineAddress: Hashable, Sendable {
  /// Where the counting begins.
  enum Base: Hashable, Sendable {
    /// By its number, from 1; 0 is before the first one.
    case number(Int)
    /// The cursor's (`.`), the last one (`$`).
    case current, last
    /// That of a mark.
    case mark(Character)
    /// The next one with a match, or the one before; of the last pattern when nil.
    case match(SearchPattern?, isBackward: Bool)
  }

  var base: Base
  /// Lines below it.
  var offset = 0
  /// Whether what follows counts from here (`;`).
  var movesCursor = false

  init(_ base: Base) { self.base = base }

  /// All lines.
  static let all = [LineAddress(.number(1)), LineAddress(.last)]

  /// Reads an address off the front of a text; nil when it does not begin with one.
  init?(_ rest: inout Substring) {
    guard let base = LineAddress.base(&rest) else { return nil }
    self.base = base
    while let sign = rest.first, sign == "+" || sign == "-" {
      rest.removeFirst()
      let count = LineAddress.number(&rest) ?? 1
      offset += sign == "+" ? count : -count
    }
  }

  private static func base(_ rest: inout Substring) -> Base? {
    guard let first = rest.first else { return nil }
    switch first {
    case ".", "$":
      rest.removeFirst()
      return first == "." ? .current : .last
    case "'":
      guard let name = rest.dropFirst().first else { return nil }
      rest.removeFirst(2)
      return .mark(name)
    case "/", "?":
      rest.removeFirst()
      let pattern = Substitution.part(of: &rest, upTo: first)
      return .match(Substitution.pattern(pattern, isCaseSensitive: true), isBackward: first == "?")
    // A bare distance is one from the cursor's line.
    case "+", "-": return .current
    default: return number(&rest).map(Base.number)
    }
  }

  /// Reads a number; one that no text has that many lines of is as good as the largest.
  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    return digits.isEmpty ? nil : Int(digits.prefix(9))
  }
}
