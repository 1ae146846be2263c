// MARK: - Hyperlinks

extension Surface {
  /// Makes the part of the rectangle inside the grid lead to an address.
  ///
  /// Whatever is drawn there later leads nowhere again.
  public mutating func link(_ rect: Rect, to link: Hyperlink) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.minRow..<area.maxRow {
      let start = row * size.columns
      for index in start + area.minColumn..<start + area.maxColumn {
        packed[index].linkNumber = link.number
      }
    }
  }

  /// Whether a cell of a row leads to an address.
  public func hasHyperlinks(inRow row: Int) -> Bool {
    guard (0..<size.rows).contains(row) else { return false }
    return packed[row * size.columns..<(row + 1) * size.columns].contains { $0.linkNumber != 0 }
  }

  /// The parts of a row that lead to an address, from the left; cost is linear in the columns.
  public func hyperlinks(inRow row: Int) -> [(columns: Range<Int>, link: Hyperlink)] {
    guard (0..<size.rows).contains(row) else { return [] }
    let cells = packed[row * size.columns..<(row + 1) * size.columns]
    var result: [(columns: Range<Int>, link: Hyperlink)] = []
    for (column, cell) in cells.enumerated() where cell.linkNumber != 0 {
      if let last = result.last, last.columns.upperBound == column,
        last.link.number == cell.linkNumber
      {
        result[result.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        result.append((column..<column + 1, Hyperlink(number: cell.linkNumber)))
      }
    }
    return result
  }
}
