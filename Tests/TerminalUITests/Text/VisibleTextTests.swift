import TerminalUI
import TestSupport
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("", ""), ("Ünïcödé – 漢字 🙂", "Ünïcödé – 漢字 🙂"),
    ("\u{1b}[31mred\u{7}", "^[[31mred^G"), ("a\nb\tc\r\n", "a^Jb^Ic^M^J"), ("\u{0}", "^@"),
    ("\u{7f}", "^?"), ("\u{9b}31m", "<009B>31m"), ("a\u{202e}b\u{2066}", "a<202E>b<2066>"),
    ("\u{200f}\u{61c}", "<200F><061C>"), ("\u{2028}", "<2028>"), ("«»", "«»"),
  ])
  func `controls and overrides are shown`(text: String, visible: String) {
    #expect(TextWidth.visible(text) == visible)
  }

  @Test func `nothing visible can act on a terminal`() {
    var random = SplitMix64(seed: 3)

    for _ in 0..<500 {
      let visible = TextWidth.visible(RandomText.make(pieces: 10, using: &random))

      #expect(!TextWidth.hasUnsafe(visible))
      #expect(TextWidth.visible(visible) == visible)
      #expect(!visible.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
