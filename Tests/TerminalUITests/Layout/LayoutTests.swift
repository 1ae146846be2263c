import TerminalUI
import TestSupport
import Testing

@Suite struct LayoutTests {
  @Test func `revealing a row moves the window as little as possible`() {
    var window = ScrollWindow(total: 100, height: 10)

    window.reveal(9)
    #expect(window.offset == 0)
    window.reveal(10)
    #expect(window.offset == 1)
    window.reveal(50, margin: 2)
    #expect(window.rows == 43..<53)
    window.reveal(0, margin: 2)
    #expect(window.offset == 0)
    window.reveal(1000)
    #expect(window.offset == 90 && !window.hasRowsBelow)
    window.update(total: 5, height: 10)
    #expect(window.rows == 0..<5)
  }

  @Test func `a window always holds the revealed row and never runs over`() {
    var random = SplitMix64(seed: 11)
    var window = ScrollWindow()

    for _ in 0..<2000 {
      window.update(total: Int(random.next() % 50), height: Int(random.next() % 12))
      window.scroll(by: Int(random.next() % 21) - 10)
      let row = Int(random.next() % 50)
      window.reveal(row, margin: Int(random.next() % 4))

      #expect(window.offset >= 0 && window.rows.upperBound <= window.total)
      if row < window.total, window.height > 0 { #expect(window.rows.contains(row)) }
    }
  }
}
