import TerminalUI
import TestSupport
import Testing

/// The fast way through a text must see the same clusters as the standard library.
@Suite(.timeLimit(.minutes(20))) struct SegmentationTests {
  /// The characters that a surface holds after drawing, in order.
  private func drawn(_ text: String) -> [Character] {
    var surface = Surface(size: Size(columns: 400, rows: 1))
    let end = surface.draw(text, at: Point(column: 0, row: 0))
    var characters: [Character] = []
    var column = 0
    surface.forEachCell(inRow: 0) { cell, columns in
      if column < end { characters.append(cell.character) }
      column += columns
    }
    return characters
  }

  private func expected(_ text: String) -> [Character] {
    text.filter { TextWidth.columns(of: $0) > 0 }
  }

  @Test(arguments: [
    "cafe\u{301} naïve", "👨‍👩‍👧👍🏽🇩🇪🇫🇷x", "한국\u{1100}\u{1161}\u{11a8}\u{1100}가", "क्षत्रिय अ",
    "漢字\u{fe00}かな\u{3099}", "\u{600}1\u{6dd}2", "©\u{fe0f}®a", "ｶ\u{ff9e}", "a\u{200d}b",
    "e\u{301}\u{302}\u{303}漢", "\u{301}x",
  ])
  func `drawn cells are grapheme clusters`(text: String) {
    #expect(drawn(text) == expected(text))
  }

  @Test func `drawn cells are grapheme clusters for random text`() {
    var random = SplitMix64(seed: 31)

    for _ in 0..<1500 {
      let text = TextWidth.visible(RandomText.make(pieces: 14, using: &random))

      #expect(drawn(text) == expected(text))
    }
  }

  @Test func `drawn cells are grapheme clusters for random code points`() {
    var random = SplitMix64(seed: 32)
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x7e, 0xa0...0x6ff, 0x900...0xdff, 0x1100...0x11ff, 0x1e00...0x21ff, 0x2500...0x27bf,
      0x3000...0x30ff, 0xac00...0xac40, 0xff00...0xffa0, 0x11080...0x110ff, 0x1f1e6...0x1f64f,
    ]

    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<12 {
        let block = blocks.randomElement(using: &random) ?? 0x20...0x7e
        let value = UInt32.random(in: block, using: &random)
        Unicode.Scalar(value).map { text.unicodeScalars.append($0) }
      }
      text = TextWidth.visible(text)

      #expect(drawn(text) == expected(text), "\(Array(text.unicodeScalars))")
    }
  }
}
