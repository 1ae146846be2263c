// MARK: - Splitting

extension Rect {
  /// Cuts the given number of columns off the right; both parts lie inside the whole.
  public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(columns - min(max(0, count), columns))
    return (rest, right)
  }

  /// Parts side by side, from the left.
  ///
  /// - Parameters:
  ///   - tracks: What each part gets.
  ///   - gap: Empty columns between two parts.
  /// - Returns: One rectangle for each track, inside this one, without overlap.
  public func splitColumns(_ tracks: [Track], gap: Int = 0) -> [Rect] {
    var column = minColumn
    return Track.extents(of: tracks, in: columns, gap: gap).map { extent in
      defer { column = min(maxColumn, column + extent + gap) }
      return Rect(column: column, row: minRow, columns: extent, rows: rows)
    }
  }

  /// Parts one below the other, from the top.
  ///
  /// - Parameters:
  ///   - tracks: What each part gets.
  ///   - gap: Empty rows between two parts.
  /// - Returns: One rectangle for each track, inside this one, without overlap.
  public func splitRows(_ tracks: [Track], gap: Int = 0) -> [Rect] {
    var row = minRow
    return Track.extents(of: tracks, in: rows, gap: gap).map { extent in
      defer { row = min(maxRow, row + extent + gap) }
      return Rect(column: minColumn, row: row, columns: columns, rows: extent)
    }
  }

  /// A rectangle of the given size in the middle, rather up and left; cut to fit inside.
  public func centered(_ size: Size) -> Rect {
    let width = min(size.columns, columns)
    let height = min(size.rows, rows)
    return Rect(
      column: minColumn + (columns - width) / 2, row: minRow + (rows - height) / 2,
      columns: width, rows: height)
  }

  /// One row of the rectangle, counted from its top; empty outside.
  public func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else {
      return Rect(column: minColumn, row: maxRow, columns: 0, rows: 0)
    }
    return Rect(column: minColumn, row: minRow + index, columns: columns, rows: 1)
  }
}
