/// Finds which characters of a title a pattern matched, for the few titles that are shown.
enum FuzzyEmphasis {
  static func offsets(of pattern: FuzzyPattern, in title: String) -> [Int] {
    var units: [UInt16] = []
    var owners: [Int] = []
    for (offset, character) in title.enumerated() {
      let before = units.count
      FuzzyFold.append(character, to: &units)
      owners.append(contentsOf: repeatElement(offset, count: units.count - before))
    }
    var places: Set<Int> = []
    for term in pattern.terms where term.kind != .absent {
      guard let found = Self.places(of: term, in: units) else { return [] }
      places.formUnion(found.map { owners[$0] })
    }
    return places.sorted()
  }

  private static func places(of term: FuzzyPattern.Term, in units: [UInt16]) -> [Int]? {
    guard term.units.count <= units.count else { return nil }
    return units.withUnsafeBufferPointer { title in
      term.units.withUnsafeBufferPointer { word in
        guard FuzzyScore.score(term.kind, word, in: title) != nil else { return nil }
        switch term.kind {
        case .prefix: return Array(0..<word.count)
        case .suffix: return Array(title.count - word.count..<title.count)
        case .fuzzy, .exact, .absent:
          if let start = FuzzyScore.bestOccurrence(of: word, in: title) {
            return Array(start..<start + word.count)
          }
          return scattered(word, in: title)
        }
      }
    }
  }

  /// The same places that the score was made from: first match forwards, tightened backwards.
  private static func scattered(_ word: FuzzyScore.Units, in title: FuzzyScore.Units) -> [Int] {
    var found = 0
    var index = 0
    while index < title.count, found < word.count {
      if title[index] == word[found] { found += 1 }
      index += 1
    }
    var places: [Int] = []
    while index > 0, found > 0 {
      index -= 1
      if title[index] == word[found - 1] {
        places.append(index)
        found -= 1
      }
    }
    return places.reversed()
  }
}
