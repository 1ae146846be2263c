import TestSupport

extension SplitMix64 {
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
