/// The selected row of a list and the rows that its window shows.
///
/// The selected row is always inside the window; both are 0 while the list is empty.
package struct RowCursor: Hashable {
  /// Rows of the list.
  package private(set) var count: Int
  /// The selected row, 0..<count.
  package private(set) var selected = 0
  /// The first row that is shown.
  package private(set) var top = 0
  /// Rows that fit, at least 1.
  package private(set) var height = 1
  /// Whether somebody or something has chosen the row.
  private var isPlaced = false

  package init(count: Int = 0) {
    self.count = max(0, count)
  }

  /// The rows that are shown.
  package var visible: Range<Int> { top..<min(count, top + height) }

  /// Moves the selection.
  package mutating func move(_ movement: Movement) {
    switch movement {
    case .down(let lines): select(selected + lines)
    case .up(let lines): select(selected - lines)
    case .halfPageDown: scroll(by: max(1, height / 2))
    case .halfPageUp: scroll(by: -max(1, height / 2))
    case .pageDown: scroll(by: max(1, height - 1))
    case .pageUp: scroll(by: -max(1, height - 1))
    case .top: select(0)
    case .bottom: select(count - 1)
    case .screenTop: select(top)
    case .screenMiddle: select(visible.lowerBound + visible.count / 2)
    case .screenBottom: select(visible.upperBound - 1)
    }
  }

  /// Selects a row, or the nearest that there is, and shows it.
  package mutating func select(_ row: Int) {
    isPlaced = true
    place(at: row)
  }

  private mutating func place(at row: Int) {
    selected = min(max(0, row), max(0, count - 1))
    showSelected()
  }

  /// The list has a new number of rows; the selection stays where it is, if it can.
  package mutating func setCount(_ newCount: Int) {
    count = max(0, newCount)
    place(at: selected)
  }

  /// The window has a new height.
  package mutating func setHeight(_ newHeight: Int) {
    height = max(1, newHeight)
    showSelected()
  }

  /// Rows came or went above the selection: the same item is selected at its new row, and stays
  /// on the same line of the screen.
  ///
  /// The first row that a list gets is among its neighbours.
  package mutating func follow(to row: Int) {
    let line = isPlaced ? selected - top : height / 2
    isPlaced = isPlaced || count > 0
    selected = min(max(0, row), max(0, count - 1))
    top = selected - line
    showSelected()
  }

  /// Scrolls the window without moving the selection out of it.
  package mutating func scrollWindow(by rows: Int) {
    top = min(max(0, top + rows), max(0, count - height))
    selected = min(max(selected, visible.lowerBound), max(visible.upperBound - 1, 0))
  }

  private mutating func scroll(by rows: Int) {
    top += rows
    select(selected + rows)
  }

  private mutating func showSelected() {
    top = min(top, selected)
    top = max(top, selected - height + 1)
    top = min(max(0, top), max(0, count - height))
  }
}
