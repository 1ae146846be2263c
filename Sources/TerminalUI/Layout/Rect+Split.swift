// MARK: - Splitting

extension Rect {
  /// Cuts the given number of columns off the right; both parts lie inside the whole.
  public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(columns - min(max(0, count), columns))
    return (rest, right)
  }

  /// One row of the rectangle, counted from its top; empty outside.
  public func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else {
      return Rect(column: minColumn, row: maxRow, columns: 0, rows: 0)
    }
    return Rect(column: minColumn, row: minRow + index, columns: columns, rows: 1)
  }
}
