/// Finds the name that somebody meant who wrote another.
enum NearestName {
  /// The known name with the fewest letters to change; nil when none is near.
  static func of(_ word: String, among names: [String]) -> String? {
    let word = Array(word.lowercased().utf8)
    let near = names.map { (name: $0, steps: steps(from: word, to: Array($0.lowercased().utf8))) }
      .min { $0.steps < $1.steps }
    // More than a third of its letters is another word.
    guard let near, near.steps * 3 <= near.name.utf8.count else { return nil }
    return near.name
  }

  /// How many letters to put in, take out, replace or swap with their neighbour (the optimal string
  /// alignment distance).
  private static func steps(from left: [UInt8], to right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var steps = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          steps = min(steps, before[column - 1] + 1)
        }
        next.append(steps)
      }
      before = last
      last = next
    }
    return last[right.count]
  }
}
