// MARK: - Rows

extension Surface {
  /// Whether a row looks the same as that row of another surface; false when the widths differ.
  public func hasEqualRow(_ row: Int, to other: Surface) -> Bool {
    guard size.columns == other.size.columns, row < size.rows, row < other.size.rows else {
      return false
    }
    let start = row * size.columns
    return packed.withUnsafeBufferPointer { mine in
      other.packed.withUnsafeBufferPointer { theirs in
        // Without a way out of the loop it is done for several cells at once.
        var difference: UInt64 = 0
        for index in start..<start + size.columns {
          difference |= mine[index].difference(from: theirs[index])
        }
        return difference == 0
      }
    }
  }

  /// The rows that look other than in the surface shown before, from the top.
  ///
  /// All of them when the sizes differ.
  public func changedRows(since previous: Surface) -> [Int] {
    (0..<size.rows).filter { !hasEqualRow($0, to: previous) }
  }

  /// Calls with each character of a row and its columns, from the left.
  public func forEachCell(inRow row: Int, _ body: (Cell, _ columns: Int) -> Void) {
    guard (0..<size.rows).contains(row) else { return }
    let end = (row + 1) * size.columns
    var index = row * size.columns
    while index < end {
      let start = index
      index += 1
      while index < end, packed[index].isContinuation { index += 1 }
      body(packed[start].cell, index - start)
    }
  }
}
