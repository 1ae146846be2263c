import TestSupport

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
