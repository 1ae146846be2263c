import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TruncationTests {
  @Test(arguments: [
    ("Field notes", 20, "Field notes"), ("Field notes", 11, "Field notes"),
    ("Field notes", 8, "Field n…"), ("Field notes", 1, "…"), ("Field notes", 0, ""),
    ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("🇩🇪🇫🇷", 3, "🇩🇪…"), ("a\u{1b}[31mb", 8, "a^[[31mb"), ("a\u{1b}[31mb", 6, "a^[[3…"),
  ])
  func `a text is cut at a cluster with a sign`(text: String, columns: Int, short: String) {
    #expect(TextWidth.truncated(text, to: columns) == short)
  }

  @Test func `the start or the middle can be cut`() {
    #expect(TextWidth.truncated("/home/dee/notes", to: 8, at: .start) == "…e/notes")
    #expect(TextWidth.truncated("recording-04-28.wav", to: 11, at: .middle) == "recor…8.wav")
  }

  @Test func `a fitted text has exactly the columns asked for`() {
    var random = SplitMix64(seed: 4)

    for columns in 0..<40 {
      let text = TextWidth.visible(RandomText.make(pieces: 5, using: &random))
      for alignment in [TextAlignment.leading, .center, .trailing] {
        let fitted = TextWidth.fitted(text, to: columns, alignment: alignment)

        #expect(TextWidth.columns(of: fitted) == columns)
      }
    }
  }

  @Test func `prefix and suffix of the rest make the whole`() {
    var random = SplitMix64(seed: 5)

    for limit in 0..<30 {
      let text = RandomText.make(pieces: 8, using: &random)
      let prefix = TextWidth.prefix(of: text, columns: limit)
      let rest = text[prefix.text.endIndex...]

      #expect(prefix.columns <= limit)
      #expect(String(prefix.text) + rest == text)
    }
  }

  @Test func `tabs reach to the next stop`() {
    let stops = TabStops(every: 4)

    #expect(stops.expanded("a\tb\t\tc") == "a   b       c")
    #expect(stops.expanded("漢\tx", from: 1) == "漢 x")
    #expect(stops.columns(of: "\t", at: 7) == 1)
  }
}
