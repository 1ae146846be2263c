import TerminalUI
import TestSupport
import Testing

@Suite struct LayoutTests {
  @Test(
    arguments: [
      ([.fixed(20), .share(1)], 80, 0, [20, 60]),
      ([.fixed(20), .share(1), .share(2)], 80, 1, [20, 20, 38]),
      ([.share(1), .share(1)], 5, 0, [3, 2]),
      ([.share(1, minimum: 30), .share(3)], 60, 0, [30, 30]),
      ([.fixed(50), .fixed(50)], 60, 0, [50, 10]),
      ([.fixed(10)], 0, 0, [0]),
      ([], 10, 0, []),
    ] as [([Track], Int, Int, [Int])])
  func `room is divided by fixed extents minimums and weights`(
    tracks: [Track], total: Int, gap: Int, extents: [Int]
  ) {
    #expect(Track.extents(of: tracks, in: total, gap: gap) == extents)
  }

  @Test func `parts of a split lie inside side by side`() {
    var random = SplitMix64(seed: 10)

    for _ in 0..<500 {
      let area = Rect(
        column: Int(random.next() % 9), row: 2, columns: Int(random.next() % 100), rows: 7)
      let tracks = (0..<Int(random.next() % 6)).map { _ -> Track in
        random.next() % 2 == 0
          ? .fixed(Int(random.next() % 40))
          : .share(Int(random.next() % 4), minimum: Int(random.next() % 20))
      }
      let gap = Int(random.next() % 3)

      let parts = area.splitColumns(tracks, gap: gap)

      #expect(parts.count == tracks.count)
      for (left, right) in zip(parts, parts.dropFirst()) {
        #expect(left.maxColumn <= right.minColumn)
      }
      for part in parts { #expect(part.intersection(area) == part || part.isEmpty) }
    }
  }

  @Test func `a popup stays on the screen`() {
    let screen = Rect(column: 0, row: 0, columns: 40, rows: 10)

    let beside = Popup.area(
      Size(columns: 10, rows: 4), in: screen, anchor: .beside(Point(column: 38, row: 8)))
    let large = Popup.area(Size(columns: 99, rows: 99), in: screen)
    let corner = Popup.area(
      Size(columns: 10, rows: 2), in: screen, anchor: .bottomTrailing)

    #expect(beside == Rect(column: 28, row: 2, columns: 12, rows: 6))
    #expect(large == screen)
    #expect(corner == Rect(column: 28, row: 6, columns: 12, rows: 4))
  }

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
