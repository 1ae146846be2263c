import TestSupport
import Testing

@testable import TerminalDriver

@Suite(.timeLimit(.minutes(20))) struct RenditionFolderTests {
  private func folded(_ frames: String...) -> String {
    var folder = RenditionFolder()
    var bytes: [UInt8] = []
    for frame in frames { bytes += folder.fold(Array(frame.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("a", "a"),
      // The character set is chosen once.
      (
        "\u{1b}(B\u{1b}[ma\u{1b}(B\u{1b}[0;1mb\u{1b}(B\u{1b}[mc",
        "\u{1b}(B\u{1b}[ma\u{1b}[1mb\u{1b}[mc"
      ),
      // Sequences between two characters become one.
      ("\u{1b}[mx\u{1b}[0;1m\u{1b}[35mE\u{1b}[39m\u{1b}[m o", "\u{1b}[mx\u{1b}[1;35mE \u{1b}[mo"),
      ("\u{1b}[0;1mx\u{1b}[0;2my", "\u{1b}[0;1mx\u{1b}[0;2my"),
      ("\u{1b}[mx\u{1b}[35my\u{1b}[36mz\u{1b}[39mw", "\u{1b}[mx\u{1b}[35my\u{1b}[36mz\u{1b}[mw"),
      ("\u{1b}[m\u{1b}[1;38;5;208;48;2;1;2;3mx", "\u{1b}[0;1;38;5;208;48;2;1;2;3mx"),
      // A mode ends alone where that is shorter than the colours again; bold and dim end as one.
      (
        "\u{1b}[0;1;38;2;1;2;3mx\u{1b}[0;38;2;1;2;3my",
        "\u{1b}[0;1;38;2;1;2;3mx\u{1b}[22my"
      ),
      (
        "\u{1b}[0;1;4;48;2;1;2;3mx\u{1b}[0;2;48;2;1;2;3my",
        "\u{1b}[0;1;4;48;2;1;2;3mx\u{1b}[22;24;2my"
      ),
      ("\u{1b}[0;1;31mx\u{1b}[0;32my", "\u{1b}[0;1;31mx\u{1b}[0;32my"),
      // A blank in bold and colour is a blank; one underlined, reversed or on a colour is not.
      ("\u{1b}[mx\u{1b}[1;35m \u{1b}[my", "\u{1b}[mx y"),
      ("\u{1b}[mx\u{1b}[4m \u{1b}[my", "\u{1b}[mx\u{1b}[4m \u{1b}[my"),
      ("\u{1b}[mx\u{1b}[7m \u{1b}[35m y", "\u{1b}[mx\u{1b}[7m \u{1b}[35m y"),
      ("\u{1b}[mx\u{1b}[44m \u{1b}[my", "\u{1b}[mx\u{1b}[44m \u{1b}[my"),
      // Moves show nothing, erasing does.
      ("\u{1b}[mx\u{1b}[1m\u{1b}[2;3H\u{1b}[my", "\u{1b}[mx\u{1b}[2;3Hy"),
      ("\u{1b}[mx\u{1b}[44m\u{1b}[K", "\u{1b}[mx\u{1b}[44m\u{1b}[K"),
      // What is unknown passes, and what follows is written whole.
      ("\u{1b}[mx\u{1b}[58:5:1my\u{1b}[1mz", "\u{1b}[mx\u{1b}[58:5:1my\u{1b}[1mz"),
      ("\u{1b}[?25l\u{1b}7\u{1b})0x\u{1b}[", "\u{1b}[?25l\u{1b}7\u{1b})0x\u{1b}["),
      ("\u{1b}(0x\u{1b}(Bx\u{1b}(Bx", "\u{1b}(0x\u{1b}(Bxx"),
    ])
  func `redundant attributes are left out of a frame`(sent: String, shorter: String) {
    #expect(folded(sent) == shorter)
  }

  @Test func `the end of a frame leaves the terminal as ncurses believes`() {
    #expect(folded("\u{1b}[mx\u{1b}[1m", "y\u{1b}[m") == "\u{1b}[mx\u{1b}[1my\u{1b}[m")
  }

  @Test func `after another program wrote to the terminal everything is sent again`() {
    var folder = RenditionFolder()
    _ = folder.fold(Array("\u{1b}(B\u{1b}[mx".utf8))
    folder.forget()

    let bytes = folder.fold(Array("\u{1b}(B\u{1b}[my".utf8))

    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1b}(B\u{1b}[my")
  }

  /// Cells with what is seen of them, as a terminal of one row would have them.
  private func cells(_ bytes: [UInt8]) -> [String] {
    var result: [String] = []
    var rendition = Rendition.plain
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1b {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "m")) ?? index
        let parameters = String(decoding: bytes[index + 2..<end], as: UTF8.self)
          .split(separator: ";", omittingEmptySubsequences: false).map { UInt16($0) ?? 0 }
        rendition = rendition.applying(parameters) ?? rendition
        index = end + 1
      } else {
        let seen = bytes[index] == 0x20 ? rendition.ofBlank : rendition
        result.append("\(bytes[index]) \(seen)")
        index += 1
      }
    }
    return result
  }

  @Test func `with any sequences the cells look the same`() {
    var generator = SplitMix64(seed: 7)
    let parts = [
      "0", "1", "2", "3", "4", "7", "22", "27", "35", "39", "44", "49", "1;31", "38;5;99", "",
    ].map { "\u{1b}[\($0)m" }
    for _ in 0..<500 {
      var frame = "\u{1b}[m"
      for _ in 0..<40 {
        frame += parts[Int.random(in: 0..<parts.count, using: &generator)]
        if Bool.random(using: &generator) { frame += Bool.random(using: &generator) ? "x" : " " }
      }
      let bytes = Array(frame.utf8)
      var folder = RenditionFolder()
      let shorter = folder.fold(bytes)

      #expect(cells(shorter) == cells(bytes), "\(frame.debugDescription)")
      #expect(shorter.count <= bytes.count)
    }
  }
}
