/// Keeps the best of many matches in a heap with the worst on top.
struct BestMatches {
  /// Score, length and place packed so that a larger key is a better match: 24 bits of score, 16
  /// of shortness and 24 of earliness.
  private var keys: [UInt64] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = max(limit, 1)
  }

  mutating func offer(index: Int32, score: Int, length: Int) {
    let key = Self.key(index: index, score: score, length: length)
    if keys.count < limit {
      keys.append(key)
      siftUp()
    } else if key > keys[0] {
      keys[0] = key
      siftDown()
    }
  }

  /// Whether a match would be among those kept so far.
  func wouldTake(index: Int32, score: Int, length: Int) -> Bool {
    keys.count < limit || Self.key(index: index, score: score, length: length) > keys[0]
  }

  /// The lowest score with which a match may still be kept.
  var lowestScore: Int { keys.count < limit ? .min : Self.score(of: keys[0]) }

  /// The matches kept, best first.
  func sorted() -> [FuzzyMatch] {
    keys.sorted(by: >).map { key in
      FuzzyMatch(index: Int(0xFF_FFFF - key & 0xFF_FFFF), score: Self.score(of: key))
    }
  }

  private static func score(of key: UInt64) -> Int { Int(key >> 40) - 0x40_0000 }

  private static func key(index: Int32, score: Int, length: Int) -> UInt64 {
    // A score is negative when gaps cost more than the matches are worth.
    let shifted = UInt64(clamping: min(max(score + 0x40_0000, 0), 0xFF_FFFF))
    let shortness = UInt64(0xFFFF - min(length, 0xFFFF))
    return shifted << 40 | shortness << 24 | UInt64(0xFF_FFFF - Int(index))
  }

  private mutating func siftUp() {
    var child = keys.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard keys[child] < keys[parent] else { return }
      keys.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < keys.count else { return }
      if child + 1 < keys.count, keys[child + 1] < keys[child] { child += 1 }
      guard keys[child] < keys[parent] else { return }
      keys.swapAt(child, parent)
      parent = child
    }
  }
}
