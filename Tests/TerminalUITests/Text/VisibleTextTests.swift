import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct VisibleTextTests {
  private static let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"

  @Test(arguments: [
    ("plain text", "plain text"), ("", ""), ("Ünïcödé – 漢字 🙂", "Ünïcödé – 漢字 🙂"),
    ("\u{1b}[31mred\u{7}", "^[[31mred^G"), ("a\nb\tc\r\n", "a^Jb^Ic^M^J"), ("\u{0}", "^@"),
    ("\u{7f}", "^?"), ("\u{9b}31m", "<009B>31m"), ("a\u{202e}b\u{2066}", "a<202E>b<2066>"),
    ("a\u{e0041}\u{e0001}b", "a<E0041><E0001>b"), (Self.scotland, Self.scotland),
    ("\u{1f3f4}\u{e0068}\u{e0069}x", "\u{1f3f4}<E0068><E0069>x"),
    (Self.scotland + "\u{e0067}", Self.scotland + "<E0067>"),
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
