/// Scores one folded word against one folded title.
///
/// The weights are those of fzf (<https://github.com/junegunn/fzf>, `src/algo/algo.go`): a match is
/// worth 16, a gap costs 3 and then 1 a unit, and a match at the start of a word is worth more, the
/// first one twice. Word starts are found from the folded text alone, so a change from lower to
/// upper case inside a word earns nothing.
enum FuzzyScore {
  private static let match = 16
  private static let gapStart = -3
  private static let gapExtension = -1
  private static let boundary = 8
  private static let boundaryAfterSpace = 10
  private static let consecutive = 4

  /// A title or word that is borrowed for the time of one call.
  typealias Units = UnsafeBufferPointer<UInt16>

  /// The highest score that a word with a number of letters can have.
  static func highest(letters count: Int) -> Int {
    count * match + boundaryAfterSpace * 2 + (count - 1) * boundaryAfterSpace
  }

  /// The score of a word in a title, or nil when it does not match; an absent word scores 0.
  ///
  /// Of a score below `least` only that much is certain, which saves the time to find it.
  static func score(
    _ kind: FuzzyPattern.Kind, _ word: Units, in title: Units, least: Int = .min
  ) -> Int? {
    guard word.count <= title.count else { return kind == .absent ? 0 : nil }
    switch kind {
    case .fuzzy: return fuzzy(word, in: title, least: least)
    case .exact:
      return bestOccurrence(of: word, in: title).map { sideBySide(word.count, $0, title) }
    case .prefix: return occurs(word, at: 0, in: title) ? sideBySide(word.count, 0, title) : nil
    case .suffix:
      let start = title.count - word.count
      return occurs(word, at: start, in: title) ? sideBySide(word.count, start, title) : nil
    case .absent: return bestOccurrence(of: word, in: title) == nil ? 0 : nil
    }
  }

  /// Whether a word's units occur side by side at an offset that leaves room for them.
  static func occurs(_ word: Units, at start: Int, in title: Units) -> Bool {
    for index in 0..<word.count where title[start + index] != word[index] { return false }
    return true
  }

  /// Where a word occurs side by side, best at the start of a word; nil when it does not.
  static func bestOccurrence(of word: Units, in title: Units) -> Int? {
    var best: Int?
    let first = word[0]
    var start = 0
    while start + word.count <= title.count {
      if title[start] == first, occurs(word, at: start, in: title) {
        if bonus(at: start, in: title) > 0 { return start }
        if best == nil { best = start }
      }
      start += 1
    }
    return best
  }

  /// What a match at a unit earns for standing at the start of a word.
  static func bonus(at index: Int, in title: Units) -> Int {
    if index == 0 { return boundaryAfterSpace }
    guard isWord(title[index]) else { return boundary }
    let before = title[index - 1]
    if isWord(before) { return 0 }
    return before == 0x20 ? boundaryAfterSpace : boundary
  }

  private static func isWord(_ unit: UInt16) -> Bool {
    unit &- 0x61 < 26 || unit &- 0x30 < 10 || unit >= 0x80
  }

  private static func sideBySide(_ count: Int, _ start: Int, _ title: Units) -> Int {
    let first = bonus(at: start, in: title)
    return count * match + first * 2 + (count - 1) * max(first, consecutive)
  }

  /// The first match forwards, tightened backwards (fzf's `FuzzyMatchV1`), but a word that occurs
  /// side by side is scored there.
  private static func fuzzy(_ word: Units, in title: Units, least: Int) -> Int? {
    if let start = bestOccurrence(of: word, in: title) {
      return sideBySide(word.count, start, title)
    }
    guard word.count > 1 else { return nil }
    var found = 0
    var end = 0
    while end < title.count {
      if title[end] == word[found] {
        found += 1
        if found == word.count { break }
      }
      end += 1
    }
    guard found == word.count else { return nil }
    let highest = highest(letters: word.count) + gapStart
    if highest < least { return highest }
    var start = end
    found = word.count - 1
    while true {
      if title[start] == word[found] {
        if found == 0 { break }
        found -= 1
      }
      start -= 1
    }
    return walk(word, in: title, from: start, through: end)
  }

  private static func walk(_ word: Units, in title: Units, from start: Int, through end: Int) -> Int
  {
    var (score, found, run, runBonus, isInGap) = (0, 0, 0, 0, false)
    for index in start...end {
      guard found < word.count, title[index] == word[found] else {
        score += isInGap ? gapExtension : gapStart
        (isInGap, run, runBonus) = (true, 0, 0)
        continue
      }
      var earned = bonus(at: index, in: title)
      if run == 0 {
        runBonus = earned
      } else {
        if earned >= boundary, earned > runBonus { runBonus = earned }
        earned = max(earned, runBonus, consecutive)
      }
      score += match + (found == 0 ? earned * 2 : earned)
      (isInGap, run, found) = (false, run + 1, found + 1)
    }
    return score
  }
}
