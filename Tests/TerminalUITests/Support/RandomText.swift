/// Repeatable numbers: SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

/// Texts of everything that makes trouble on a screen.
enum RandomText {
  private static let pieces = [
    "a", "word", " ", "  ", "-", "…", "é", "e\u{301}", "漢", "字。", "（", "ｱ", "🙂", "👨‍👩‍👧", "🇩🇪", "👍🏽",
    "❤️", "1️⃣", "עברית", "العربية", "क्ष", "한국", "각", "\u{1b}[31m", "\u{7}", "\u{202e}", "\u{200b}",
    "\u{301}", "\t", "\u{1fae8}", "\u{e000}", "\u{10ffff}", "̷̡̢̛Z", "ﷺ", "\u{ad}",
    "longerwordswithoutbreaks",
  ]

  static func make(pieces count: Int, using random: inout SplitMix64) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
