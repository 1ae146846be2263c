import TerminalUI

/// Where the rows of a soft-wrapped line begin, fed cluster by cluster.
///
/// Rows break after white space, where `LineBreak` allows it, and inside a word that is wider than
/// a row. One white space may hang in the column right of the rows, which is kept free for it and
/// the cursor.
struct RowBreaker {
  /// The columns of a row.
  let width: Int
  /// Columns that every row but the first is indented by.
  let hanging: Int
  private(set) var rows: [(range: Range<Int>, indent: Int)] = []
  private(set) var column = 0
  private var start = 0
  private var position = 0
  private var breakPosition = 0
  private var columnAtBreak = 0
  private var indent = 0
  /// The first code point of the cluster before; 0 at the start.
  private var previous: UInt32 = 0
  private var isAfterSpace = false

  init(width: Int, hanging: Int) {
    self.width = max(1, width)
    self.hanging = hanging
  }

  /// Adds a cluster of some bytes that takes some columns, by its first code point.
  mutating func add(_ value: UInt32, bytes: Int, columns: Int) {
    // Most text is ASCII, which needs no call into another module.
    let isSpace = value < 0x80 ? value == 0x20 || value == 0x09 : LineBreak.isSpace(value)
    if !isSpace, isAfterSpace || mayBreak(before: value) {
      (breakPosition, columnAtBreak) = (position, column)
    }
    (previous, isAfterSpace) = (value, isSpace)
    let limit = isSpace ? width + 1 : width
    if column + columns > limit, position > start {
      endRow(at: !isSpace && breakPosition > start ? breakPosition : position)
      if column + columns > limit, position > start { endRow(at: position) }
    }
    position += bytes
    column += columns
  }

  /// Whether a break is allowed after the cluster before; never between two of ASCII.
  private func mayBreak(before value: UInt32) -> Bool {
    (value >= 0x80 || previous >= 0x80) && LineBreak.isAllowedBeyondASCII(previous, value)
  }

  /// Ends the last row; there is always one.
  mutating func finish() -> [(range: Range<Int>, indent: Int)] {
    rows.append((start..<position, indent))
    return rows
  }

  private mutating func endRow(at end: Int) {
    rows.append((start..<end, indent))
    indent = hanging
    column = indent + (end < position ? column - columnAtBreak : 0)
    start = end
    breakPosition = end
    columnAtBreak = indent
  }
}
