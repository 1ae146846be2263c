// MARK: - Geometry

extension Editor {
  /// What is selected in block mode.
  var visualBlock: TextBlock {
    let lines = buffer.line(at: selection.start)...buffer.line(at: selection.end)
    let (one, other) = (columns(at: selection.anchor), columns(at: selection.head))
    // After `$` the block follows the ends of the lines.
    let right = caret.goal?.line == .max ? .max : max(one.upperBound, other.upperBound)
    return TextBlock(lines: lines, columns: min(one.lowerBound, other.lowerBound)..<right)
  }

  /// The columns that the cluster at an offset covers.
  func columns(at offset: Int) -> Range<Int> {
    let column = column(of: offset)
    guard !buffer.isLineBreak(at: offset), let character = buffer.character(at: offset) else {
      return column..<column + 1
    }
    let width = ClusterWidth.columns(of: character, at: column, tabWidth: max(1, options.tabWidth))
    return column..<column + max(1, width)
  }

  /// The part of a line that is in a block's columns; empty at the end of one that is too short.
  func range(of block: TextBlock, inLine line: Int) -> Range<Int> {
    let range = buffer.lineRange(line)
    let start = offset(inLine: line, column: block.columns.lowerBound)
    guard !block.isRagged else { return start..<range.upperBound }
    let last = offset(inLine: line, column: block.columns.upperBound - 1)
    let end = last < range.upperBound ? buffer.offset(after: last) : range.upperBound
    return start..<max(start, end)
  }

  /// How many columns a line has.
  func width(ofLine line: Int) -> Int { column(of: buffer.lineRange(line).upperBound) }

  /// Exchanges the sides and stays in the line (`O`).
  mutating func swapColumns() {
    let (anchor, head) = (selection.anchor, selection.head)
    let (anchorLine, headLine) = (buffer.line(at: anchor), buffer.line(at: head))
    let (anchorColumn, headColumn) = (column(of: anchor), column(of: head))
    caret.forgetGoal()
    caret.select(
      Selection(
        anchor: offset(inLine: anchorLine, column: headColumn),
        head: offset(inLine: headLine, column: anchorColumn)))
  }

  /// Selects a block from the cursor down to a line.
  mutating func selectBlock(to line: Int, columns: Int) {
    let start = column(of: cursor)
    let isRagged = columns == .max
    modes.enter(.visualBlock)
    caret.select(
      Selection(
        anchor: cursor,
        head: offset(inLine: line, column: isRagged ? .max : start + max(1, columns) - 1)))
    caret.aim(for: isRagged ? ColumnGoal(line: .max, row: .max) : nil)
    settle()
  }
}
