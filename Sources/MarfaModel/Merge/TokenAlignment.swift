/// Finds which elements of two sequences belong together.
///
/// Elements that are unique on both sides are matched first (patience diff, after Bram Cohen); what
/// lies between is matched by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
/// Variations", 1986), up to a bound: beyond `maximumEdits` the stretch counts as replaced.
enum TokenAlignment {
  /// The most insertions and deletions looked for in one stretch; memory is its square.
  static let maximumEdits = 1_000

  /// For each element of `old` the index of its partner in `new`, or nil.
  ///
  /// Partners are equal, and in the same order on both sides.
  static func partners<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    var ids: [Element: Int] = [:]
    func number(_ element: Element) -> Int {
      if let id = ids[element] { return id }
      ids[element] = ids.count
      return ids.count - 1
    }
    var aligner = Aligner(old: old.map(number), new: new.map(number))
    aligner.run()
    return aligner.partners
  }
}

/// The state of one alignment; elements are numbers by now.
private struct Aligner {
  let old: [Int]
  let new: [Int]
  var partners: [Int?]
  /// Stretches still to be matched; a stack in place of recursion.
  var waiting: [(old: Range<Int>, new: Range<Int>)]

  init(old: [Int], new: [Int]) {
    self.old = old
    self.new = new
    partners = Array(repeating: nil, count: old.count)
    waiting = [(old.indices, new.indices)]
  }

  mutating func run() {
    while let (oldRange, newRange) = waiting.popLast() {
      let (a, b) = trim(oldRange, newRange)
      guard !a.isEmpty, !b.isEmpty else { continue }
      let anchors = anchors(a, b)
      if anchors.isEmpty {
        matchGreedily(a, b)
      } else {
        part(a, b, at: anchors)
      }
    }
  }

  /// Matches equal ends and gives what is left between them.
  private mutating func trim(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> (Range<Int>, Range<Int>) {
    var (low, newLow) = (oldRange.lowerBound, newRange.lowerBound)
    var (high, newHigh) = (oldRange.upperBound, newRange.upperBound)
    while low < high, newLow < newHigh, old[low] == new[newLow] {
      partners[low] = newLow
      (low, newLow) = (low + 1, newLow + 1)
    }
    while low < high, newLow < newHigh, old[high - 1] == new[newHigh - 1] {
      (high, newHigh) = (high - 1, newHigh - 1)
      partners[high] = newHigh
    }
    return (low..<high, newLow..<newHigh)
  }

  private mutating func part(
    _ a: Range<Int>, _ b: Range<Int>, at anchors: [(old: Int, new: Int)]
  ) {
    var (start, newStart) = (a.lowerBound, b.lowerBound)
    for anchor in anchors {
      partners[anchor.old] = anchor.new
      waiting.append((start..<anchor.old, newStart..<anchor.new))
      (start, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    waiting.append((start..<a.upperBound, newStart..<b.upperBound))
  }

  // MARK: - Anchors

  /// The longest run of elements that are unique on both sides and in the same order on both.
  private func anchors(_ a: Range<Int>, _ b: Range<Int>) -> [(old: Int, new: Int)] {
    var places: [Int: (count: Int, newCount: Int, new: Int)] = [:]
    for index in a { places[old[index], default: (0, 0, 0)].count += 1 }
    for index in b {
      places[new[index], default: (0, 0, 0)].newCount += 1
      places[new[index], default: (0, 0, 0)].new = index
    }
    let pairs = a.compactMap { index -> (old: Int, new: Int)? in
      guard let place = places[old[index]], place.count == 1, place.newCount == 1 else {
        return nil
      }
      return (index, place.new)
    }
    return Self.longestRising(pairs)
  }

  /// Patience sorting: piles by binary search, each card pointing at the top of the pile before.
  private static func longestRising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var tops: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? tops[low - 1] : nil)
      if low < tops.count { tops[low] = index } else { tops.append(index) }
    }
    var result: [(old: Int, new: Int)] = []
    var next = tops.last
    while let index = next {
      result.append(pairs[index])
      next = before[index]
    }
    return result.reversed()
  }

  // MARK: - Myers

  private mutating func matchGreedily(_ a: Range<Int>, _ b: Range<Int>) {
    let (n, m) = (a.count, b.count)
    let limit = min(n + m, TokenAlignment.maximumEdits)
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var trace: [[Int]] = []
    for edits in 0...limit {
      trace.append(Array(furthest[(limit + 1 - edits)...(limit + 1 + edits)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let index = limit + 1 + diagonal
        let goesDown =
          diagonal == -edits || (diagonal != edits && furthest[index - 1] < furthest[index + 1])
        var x = goesDown ? furthest[index + 1] : furthest[index - 1] + 1
        var y = x - diagonal
        while x < n, y < m, old[a.lowerBound + x] == new[b.lowerBound + y] {
          (x, y) = (x + 1, y + 1)
        }
        furthest[index] = x
        if x >= n, y >= m { return follow(trace, edits: edits, a, b) }
      }
    }
  }

  /// Goes back from the end; `trace[d]` holds the furthest points before the round of `d` edits,
  /// for the diagonals −d…d.
  private mutating func follow(_ trace: [[Int]], edits: Int, _ a: Range<Int>, _ b: Range<Int>) {
    var (x, y) = (a.count, b.count)
    for d in stride(from: edits, through: 0, by: -1) {
      let round = trace[d]
      let diagonal = x - y
      func point(_ diagonal: Int) -> Int {
        abs(diagonal) <= d ? round[diagonal + d] : -1
      }
      let goesDown =
        diagonal == -d || (diagonal != d && point(diagonal - 1) < point(diagonal + 1))
      let previousX = d == 0 ? 0 : goesDown ? point(diagonal + 1) : point(diagonal - 1)
      let previousY = d == 0 ? 0 : previousX - (goesDown ? diagonal + 1 : diagonal - 1)
      while x > previousX, y > previousY, x > 0, y > 0 {
        guard old[a.lowerBound + x - 1] == new[b.lowerBound + y - 1] else { break }
        (x, y) = (x - 1, y - 1)
        partners[a.lowerBound + x] = b.lowerBound + y
      }
      (x, y) = (previousX, previousY)
    }
  }
}
