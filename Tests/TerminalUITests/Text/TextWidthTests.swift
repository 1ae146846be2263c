import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TextWidthTests {
  @Test(
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("\u{1b}", 0), ("\n", 0), ("\r\n", 0), ("\u{7f}", 0),
      ("é", 1), ("e\u{301}", 1), ("ß", 1), ("Ω", 1), ("Ж", 1), ("\u{a0}", 1),
      ("漢", 2), ("ー", 2), ("、", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}", 2),
      ("\u{200b}", 0), ("\u{feff}", 0), ("\u{fe0f}", 0), ("\u{ad}", 1), ("\u{301}", 1),
      ("🙂", 2), ("⌚", 2), ("❤", 1), ("│", 1), ("█", 1), ("▏", 1), ("●", 1), ("…", 1),
      ("ه", 1), ("א", 1), ("\u{e000}", 1), ("\u{10ffff}", 1), ("\u{1fae8}", 2), ("𠀀", 2),
    ] as [(Character, Int)])
  func `a cluster has the columns of its character`(character: Character, columns: Int) {
    #expect(TextWidth.columns(of: character) == columns)
  }

  @Test(
    arguments: [
      ("❤️", "❤ ", 2), ("☎️", "☎ ", 2), ("👨‍👩‍👧", "👨", 2), ("👍🏽", "👍", 2), ("❤️‍🔥", "❤ ", 2), ("1️⃣", "1 ", 2),
      ("#️⃣", "# ", 2), ("🇩🇪", "DE", 2), ("🇺", "U", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴", 2), ("⌚︎", "⌚", 2),
      ("\u{ad}", "-", 1), ("\u{301}", "◌\u{301}", 1), ("e\u{301}", "e\u{301}", 1), ("é", "é", 1),
    ] as [(Character, String, Int)])
  func `a cluster that terminals disagree on is painted as one they agree on`(
    character: Character, painted: String, columns: Int
  ) {
    #expect(TextWidth.paintable(character) == painted)
    #expect(TextWidth.columns(of: character) == columns)
  }

  @Test func `a conjunct of several spacing letters has the columns of them all`() {
    #expect(TextWidth.columns(of: "क्षत्रिय") == 6)
  }

  @Test func `the columns of a text are the sum over its clusters`() {
    var random = SplitMix64(seed: 1)

    for _ in 0..<300 {
      let text = RandomText.make(pieces: 12, using: &random)
      let sum = text.reduce(0) { $0 + TextWidth.columns(of: $1) }

      #expect(TextWidth.columns(of: text) == sum)
    }
  }

  @Test func `the painted form of any cluster has the columns of the cluster`() {
    var random = SplitMix64(seed: 2)

    for _ in 0..<300 {
      for character in RandomText.make(pieces: 12, using: &random) {
        let painted = TextWidth.paintable(character)
        let columns = painted.reduce(0) { $0 + TextWidth.columns(of: $1) }

        #expect(columns == TextWidth.columns(of: character), "\(character.unicodeScalars)")
      }
    }
  }

  @Test func `every code point has a width and the table knows its version`() {
    var counts = [0, 0, 0]

    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      counts[TextWidth.columns(of: Character(scalar))] += 1
    }

    // Ideographs alone are some 90,000; formats, tags and controls some thousands.
    #expect(counts[2] > 90_000 && counts[0] > 3000 && counts[1] > 800_000)
    #expect(TextWidth.unicodeVersion == "15.1.0")
  }
}
