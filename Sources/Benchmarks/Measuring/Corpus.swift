import MarfaModel

/// Made-up notes, the same in every run: words of a Zipf-like frequency, a body of 0.6 KB,
/// 1 KB of properties, one to four tags.
struct Corpus {
  struct Note {
    let id: String
    let type: String
    let title: String
    let body: String
    let summary: String
    let priority: Int
    let updated: Int64
    let tags: [String]
  }

  static let types = ["core.note", "core.task", "core.event", "core.bookmark"]

  let count: Int
  let words: [String]

  init(count: Int) {
    self.count = count
    var random = SeededRandomness(seed: 88_172_645)
    words = (0..<4000).map { _ in
      String(
        (0..<(3 + random.below(7))).map { _ in
          Character(Unicode.Scalar(UInt8(97 + random.below(26))))
        })
    }
  }

  /// A note by its number, 0 and up.
  func note(_ index: Int) -> Note {
    var random = SeededRandomness(seed: UInt64(index) &* 0x9E37_79B9 &+ 1)
    let tags = (0...random.below(4)).map { _ in "tag\(zipf(&random, among: 500))" }
    return Note(
      id: Self.identifier(index, &random), type: Self.types[random.below(Self.types.count)],
      title: text(30, &random), body: text(600, &random), summary: text(800, &random),
      priority: random.below(5),
      updated: 1_700_000_000_000 + Int64(random.below(1_000_000_000)),
      tags: Array(Set(tags)).sorted())
  }

  /// A text of about the given size in bytes.
  func text(_ bytes: Int, _ random: inout SeededRandomness) -> String {
    var text = ""
    text.reserveCapacity(bytes + 12)
    while text.utf8.count < bytes {
      text += words[zipf(&random, among: words.count)]
      text += " "
    }
    return text
  }

  /// A number that is small much more often than large.
  private func zipf(_ random: inout SeededRandomness, among count: Int) -> Int {
    let share = Double(random.below(1_000_000)) / 1_000_000
    return min(count - 1, Int(Double(count) * share * share * share))
  }

  /// A random UUID, so that the keys of both stores are as scattered as in life.
  private static func identifier(_ index: Int, _ random: inout SeededRandomness) -> String {
    func hex(_ count: Int) -> String {
      String((0..<count).map { _ in Array("0123456789abcdef")[random.below(16)] })
    }
    return "\(hex(8))-\(hex(4))-7\(hex(3))-8\(hex(3))-\(hex(12))"
  }
}

extension SeededRandomness {
  /// A number from 0 up to, not including, a bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
