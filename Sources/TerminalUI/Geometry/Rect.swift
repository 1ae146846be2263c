/// A rectangle of cells; its size is never negative.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// The extent to the right and down.
  public var size: Size

  /// A rectangle by its cells; a negative width or height becomes 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = Point(column: column, row: row)
    size = Size(columns: columns, rows: rows)
  }

  /// A rectangle by its upper left cell and its extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The leftmost column.
  public var minColumn: Int { origin.column }
  /// One past the rightmost column.
  public var maxColumn: Int { origin.column + size.columns }
  /// The topmost row.
  public var minRow: Int { origin.row }
  /// One past the lowest row.
  public var maxRow: Int { origin.row + size.rows }
  /// Width in cells.
  public var columns: Int { size.columns }
  /// Height in cells.
  public var rows: Int { size.rows }
  /// Whether the rectangle holds no cell.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Whether the point is inside.
  public func contains(_ point: Point) -> Bool {
    (minColumn..<maxColumn).contains(point.column) && (minRow..<maxRow).contains(point.row)
  }

  /// The part that both rectangles cover; empty when they do not touch.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
      rows: min(maxRow, other.maxRow) - row)
  }

  /// The rectangle less a margin on each side.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      column: minColumn + min(left, columns), row: minRow + min(top, rows),
      columns: columns - left - right, rows: rows - top - bottom)
  }

  /// Cuts the given number of columns off the left; both parts lie inside the whole.
  public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
    let cut = min(max(0, count), columns)
    return (
      Rect(column: minColumn, row: minRow, columns: cut, rows: rows),
      Rect(column: minColumn + cut, row: minRow, columns: columns - cut, rows: rows)
    )
  }

  /// Cuts the given number of rows off the top; both parts lie inside the whole.
  public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, count), rows)
    return (
      Rect(column: minColumn, row: minRow, columns: columns, rows: cut),
      Rect(column: minColumn, row: minRow + cut, columns: columns, rows: rows - cut)
    )
  }

  /// Cuts the given number of rows off the bottom; both parts lie inside the whole.
  public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = splitTop(rows - min(max(0, count), rows))
    return (rest, bottom)
  }

  /// One row of the rectangle, counted from its top; empty outside.
  public func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else {
      return Rect(column: minColumn, row: maxRow, columns: 0, rows: 0)
    }
    return Rect(column: minColumn, row: minRow + index, columns: columns, rows: 1)
  }
}
