/// Where the rows of a soft-wrapped line begin, fed cluster by cluster.
///
/// Rows break after white space, around ideographs, and inside a word that is wider than a row. One
/// white space may hang in the column right of the rows, which is kept free for it and the cursor.
struct RowBreaker {
  /// What a cluster means for breaking.
  enum Kind {
    case space, word, ideograph, closing
  }

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
  /// The break before the last one, for a closing mark that must not begin a row.
  private var earlierBreak = (position: 0, column: 0)
  private var indent = 0

  init(width: Int, hanging: Int) {
    self.width = max(1, width)
    self.hanging = hanging
  }

  /// Adds a cluster of some bytes that takes some columns.
  mutating func add(bytes: Int, columns: Int, kind: Kind) {
    if kind == .ideograph { markBreak() }
    let limit = kind == .space ? width + 1 : width
    if column + columns > limit, position > start {
      if kind == .closing, breakPosition == position, earlierBreak.position > start {
        (breakPosition, columnAtBreak) = earlierBreak
      }
      endRow(at: kind != .space && breakPosition > start ? breakPosition : position)
      if column + columns > limit, position > start { endRow(at: position) }
    }
    position += bytes
    column += columns
    if kind != .word { markBreak() }
  }

  /// Ends the last row; there is always one.
  mutating func finish() -> [(range: Range<Int>, indent: Int)] {
    rows.append((start..<position, indent))
    return rows
  }

  private mutating func markBreak() {
    if breakPosition != position { earlierBreak = (breakPosition, columnAtBreak) }
    breakPosition = position
    columnAtBreak = column
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
