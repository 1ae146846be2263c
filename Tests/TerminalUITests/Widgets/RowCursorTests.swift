import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RowCursorTests {
  private func cursor(count: Int, height: Int, selected: Int = 0) -> RowCursor {
    var cursor = RowCursor(count: count)
    cursor.setHeight(height)
    cursor.select(selected)
    return cursor
  }

  @Test(arguments: [
    (Movement.down(1), 11), (.up(1), 9), (.down(1000), 99), (.up(1000), 0), (.top, 0),
    (.bottom, 99), (.halfPageDown, 15), (.halfPageUp, 5), (.pageDown, 19), (.pageUp, 1),
  ])
  func `a movement selects a row`(movement: Movement, row: Int) {
    var cursor = cursor(count: 100, height: 10, selected: 10)

    cursor.move(movement)

    #expect(cursor.selected == row)
  }

  @Test func `the parts of the screen are rows of the window`() {
    var cursor = cursor(count: 100, height: 10, selected: 50)

    cursor.move(.screenTop)
    #expect(cursor.selected == 41)
    cursor.move(.screenBottom)
    #expect(cursor.selected == 50)
    cursor.move(.screenMiddle)
    #expect(cursor.selected == 46)
  }

  @Test func `rows that come above leave the selection on its line`() {
    var cursor = cursor(count: 100, height: 10, selected: 50)
    let line = cursor.selected - cursor.top

    cursor.setCount(103)
    cursor.follow(to: 53)

    #expect(cursor.selected == 53)
    #expect(cursor.selected - cursor.top == line)
  }

  @Test(arguments: [(1, 0), (4, 0), (50, 45), (98, 90)])
  func `the first row of a list is among its neighbours`(row: Int, top: Int) {
    var cursor = RowCursor()
    cursor.setHeight(10)
    cursor.setCount(100)

    cursor.follow(to: row)

    #expect(cursor.selected == row)
    #expect(cursor.top == top)
  }

  @Test(arguments: 0..<20)
  func `the selected row is always seen`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var cursor = RowCursor(count: Int.random(in: 0...50, using: &random))
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: cursor.setCount(Int.random(in: 0...50, using: &random))
      case 1: cursor.setHeight(Int.random(in: 0...20, using: &random))
      case 2: cursor.follow(to: Int.random(in: -5...60, using: &random))
      case 3: cursor.scrollWindow(by: Int.random(in: -20...20, using: &random))
      case 4: cursor.move(.halfPageDown)
      default: cursor.move(.up(Int.random(in: 0...5, using: &random)))
      }

      #expect(cursor.count == 0 ? cursor.selected == 0 : cursor.visible.contains(cursor.selected))
      #expect(cursor.top >= 0 && cursor.visible.upperBound <= cursor.count)
    }
  }
}
