import TerminalLayers
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct ProgressBarTests {
  @Test func `a bar has eighths, shows what is on its way, and is full only at the end`() {
    #expect(ProgressBar(0, of: 8).text(columns: 4, glyphs: .unicode) == "▕    ▏")
    #expect(ProgressBar(3, of: 8).text(columns: 4, glyphs: .unicode) == "▕█▌  ▏")
    #expect(ProgressBar(3, ahead: 7, of: 8).text(columns: 4, glyphs: .unicode) == "▕█▌░ ▏")
    #expect(
      ProgressBar(999, ahead: 1_000, of: 1_000).text(columns: 4, glyphs: .unicode) == "▕███▉▏")
    #expect(ProgressBar(8, of: 8).text(columns: 4, glyphs: .unicode) == "▕████▏")
    #expect(ProgressBar(9, of: 8).text(columns: 4, glyphs: .unicode) == "▕████▏")
    #expect(ProgressBar(0, of: 0).text(columns: 4, glyphs: .unicode) == "▕    ▏")
    #expect(ProgressBar(3, ahead: 8, of: 8).text(columns: 4, glyphs: .ascii) == "[#---]")
    #expect(
      ProgressBar(5_000_000_000, of: 10_000_000_000).text(columns: 2, glyphs: .ascii) == "[# ]")
  }

  @Test(arguments: [
    (nil, "–"), (0.2, "1s"), (44, "44s"), (99.5, "1m"), (3_599, "59m"), (11_100, "3h05m"),
    (1_000_000, "–"),
  ])
  func `times are short`(seconds: Double?, words: String) {
    #expect(PaceWords.time(seconds) == words)
  }
}
