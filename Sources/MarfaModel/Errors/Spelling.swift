/// Finds what somebody may have meant.
package enum Spelling {
  /// The candidate nearest to a word, or nil when none is near enough to be worth a question.
  ///
  /// Near is at most one edit for each three characters, at least one; a candidate that starts with
  /// the word is near too. The first of equals wins.
  package static func suggestion(for word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let ranked = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
    guard word.count >= 3 else { return nil }
    return candidates.first { $0.hasPrefix(word) || $0.hasSuffix("." + word) }
  }

  /// The suggestion as the end of a message: `; did you mean 'x'?`, or nothing.
  package static func hint(for word: String, among candidates: [String]) -> String {
    suggestion(for: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The optimal string alignment distance.
  ///
  /// It counts insertions, deletions, replacements and exchanges of neighbours.
  ///
  /// Cost is the product of the lengths, each cut to 64 characters.
  package static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left.prefix(64))
    let b = Array(right.prefix(64))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        let replacement = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        current[j] = min(previous[j] + 1, current[j - 1] + 1, replacement)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          current[j] = min(current[j], beforePrevious[j - 2] + 1)
        }
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
