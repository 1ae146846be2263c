/// What a person typed into a "go to anything" box, taken apart.
///
/// Words are separated by spaces and must all match, in any order. As in fzf, `'word` must occur as
/// it is, `^word` at the start, `word$` at the end, and `!word` nowhere.
struct FuzzyPattern: Hashable, Sendable {
  /// How a word is looked for.
  enum Kind: Hashable, Sendable {
    /// The letters in order, with gaps.
    case fuzzy
    /// The letters side by side.
    case exact
    /// At the start of the title.
    case prefix
    /// At the end of the title.
    case suffix
    /// Not side by side anywhere.
    case absent
  }

  /// One word.
  struct Term: Hashable, Sendable {
    /// How it is looked for.
    var kind: Kind
    /// Its folded UTF-16 units; never empty.
    var units: [UInt16]
    /// Which letters a title must have at least; 0 for a word that must be absent.
    var letters: UInt64
  }

  /// The words in the order typed; empty when there is nothing to look for.
  let terms: [Term]

  /// Takes a query apart.
  init(_ query: String) {
    terms = query.split(separator: " ").compactMap { Self.term($0) }
  }

  /// Whether every title that matches this also matches `other`, so that the earlier matches can be
  /// narrowed instead of looking at all titles again.
  func narrows(_ other: FuzzyPattern) -> Bool {
    guard terms.count >= other.terms.count else { return false }
    return zip(terms, other.terms).allSatisfy { mine, theirs in
      guard mine.kind == theirs.kind else { return false }
      switch mine.kind {
      case .fuzzy, .exact, .prefix: return mine.units.starts(with: theirs.units)
      case .suffix, .absent: return mine.units == theirs.units
      }
    }
  }

  /// Whether a title with all letters of the pattern is sure to match: one letter that has a bit of
  /// its own.
  var isOneLetter: Bool {
    guard terms.count == 1, terms[0].kind == .fuzzy, terms[0].units.count == 1 else { return false }
    return terms[0].units[0] &- 0x61 < 26 || terms[0].units[0] &- 0x30 < 10
  }

  private static func term(_ word: Substring) -> Term? {
    var kind = Kind.fuzzy
    var text = word
    switch word.first {
    case "'": (kind, text) = (.exact, word.dropFirst())
    case "^": (kind, text) = (.prefix, word.dropFirst())
    case "!": (kind, text) = (.absent, word.dropFirst())
    default:
      if word.last == "$", word.count > 1 { (kind, text) = (.suffix, word.dropLast()) }
    }
    let units = FuzzyFold.units(String(text))
    guard !units.isEmpty else { return nil }
    return Term(kind: kind, units: units, letters: kind == .absent ? 0 : FuzzyIndex.letters(units))
  }
}
