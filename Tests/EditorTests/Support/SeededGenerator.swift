/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>): the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A text of words, marks, line ends and clusters of every kind.
  mutating func text(pieces: Int) -> String {
    let parts = [
      "a", "word ", "two words ", "\n", "\n", "\n\n", "é", "e\u{301}", "漢字", "かな", "👨‍👩‍👧", "🇩🇪", "\t",
      "- item\n", "1. one\n", "> quote\n", "# Head\n", "```\ncode\n```\n", "[[Note]]", "#tag ",
      "*em* ", "**b** ", "`c` ", "(a (b)) ", "\"q\" ", "[x](y) ", "- [ ] t\n", ". ", "\r\n",
      "ZW\u{200b}J", "<b> ",
      "\u{202e}", "\u{1b}[m", "---\n", "~~~\n",
    ]
    return (0..<pieces).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }
}
