/// A block of columns in some lines, as `Ctrl-v` selects it.
struct TextBlock: Hashable, Sendable {
  /// The lines.
  var lines: ClosedRange<Int>
  /// Columns from the lines' starts, as if no line were wrapped; `Int.max` above for their ends.
  var columns: Range<Int>

  /// Whether it goes to the end of each line.
  var isRagged: Bool { columns.upperBound == .max }
}

/// Where `I`, `A` and `c` of a block type: in its first line, and when that is done in the others.
struct BlockInsertion: Hashable, Sendable {
  /// Where typing began, in UTF-8 bytes.
  var start: Int
  /// Where the cursor goes afterwards: the block's upper left corner.
  var corner: Int
  /// The lines that get the same text.
  var lines: Range<Int>
  /// The column to type at; `Int.max` for the lines' ends.
  var column: Int
  /// Whether shorter lines are filled up to the column, or left alone.
  var fills: Bool
}
