/// Where a box stands that lies over other things.
public enum Popup {
  /// The place on the screen that a box is tied to.
  public enum Anchor: Hashable, Sendable {
    /// The middle of the screen.
    case center
    /// The lower right corner.
    case bottomTrailing
    /// The lower left corner.
    case bottomLeading
    /// Below a cell, or above it where there is no room below.
    case beside(Point)
  }

  /// The rectangle of a box.
  ///
  /// - Parameters:
  ///   - content: The room wanted inside the border.
  ///   - bounds: Where it may stand.
  ///   - anchor: Where it should stand.
  /// - Returns: A rectangle inside `bounds`, border included, as large as wanted or possible.
  public static func area(_ content: Size, in bounds: Rect, anchor: Anchor = .center) -> Rect {
    let size = Size(
      columns: min(bounds.columns, content.columns + 2), rows: min(bounds.rows, content.rows + 2))
    switch anchor {
    case .center: return bounds.centered(size)
    case .bottomTrailing:
      return Rect(
        origin: Point(
          column: bounds.maxColumn - size.columns, row: bounds.maxRow - size.rows), size: size)
    case .bottomLeading:
      return Rect(
        origin: Point(column: bounds.minColumn, row: bounds.maxRow - size.rows), size: size)
    case .beside(let point): return beside(point, size, bounds)
    }
  }

  private static func beside(_ point: Point, _ size: Size, _ bounds: Rect) -> Rect {
    let column = max(bounds.minColumn, min(point.column, bounds.maxColumn - size.columns))
    let below = point.row + 1
    let hasRoomBelow = below + size.rows <= bounds.maxRow
    let above = point.row - size.rows
    let row = hasRoomBelow || above < bounds.minRow ? below : above
    return Rect(
      column: column, row: max(bounds.minRow, min(row, bounds.maxRow - size.rows)),
      columns: size.columns, rows: size.rows)
  }
}
