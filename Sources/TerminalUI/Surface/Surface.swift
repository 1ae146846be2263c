/// What a frame is drawn on: a grid of cells in memory, with a cursor.
///
/// Nothing outside the grid is ever written; drawing there is cut off. A wide character that
/// would be cut in half is replaced with a space.
public struct Surface: Hashable, Sendable {
  /// The extent of the grid.
  public let size: Size
  /// The cells by rows from the top, each row from the left; `size.columns * size.rows` of them.
  var packed: [PackedCell]
  /// The pictures that were placed, whether or not something was drawn over them.
  var placed: [PlacedPicture] = []
  /// The place of the hardware cursor; always set for screen readers, even when hidden.
  public var cursor: Point
  /// Whether the hardware cursor is shown.
  public var isCursorVisible = false
  /// The form of the hardware cursor.
  public var cursorShape = CursorShape.terminalDefault

  /// Blank cells; the cursor is at the upper left.
  public init(size: Size) {
    self.size = size
    packed = Array(repeating: .blank, count: size.columns * size.rows)
    cursor = Point(column: 0, row: 0)
  }

  /// The whole grid.
  public var bounds: Rect { Rect(origin: Point(column: 0, row: 0), size: size) }

  /// The cells by rows from the top, each row from the left; `size.columns * size.rows` of them.
  ///
  /// A new array at each call; to loop over one row use `forEachCell(inRow:_:)`.
  public var cells: [Cell] { packed.map(\.cell) }

  /// The cell at a place, or a blank one outside the grid.
  public subscript(column: Int, row: Int) -> Cell {
    guard bounds.contains(Point(column: column, row: row)) else { return .blank }
    return packed[row * size.columns + column].cell
  }

  /// Fills the part of the rectangle inside the grid with one character.
  ///
  /// The style is laid over that of each cell.
  ///
  /// - Parameters:
  ///   - rect: The area.
  ///   - character: A character of one column; another counts as a space.
  ///   - style: Laid over the cells' styles.
  public mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let glyph = TextWidth.columns(of: character) == 1 ? Glyph(character) : .space
    let overlay = PackedStyle.Overlay(style)
    updateCells(area) { cell in
      cell = PackedCell(glyph: glyph, style: overlay.over(cell.style))
    }
  }

  /// Empties the part of the rectangle inside the grid: spaces in the given style alone.
  public mutating func clear(_ rect: Rect, style: Style = .plain) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let blank = PackedCell(glyph: .space, style: PackedStyle(style))
    updateCells(area) { $0 = blank }
  }

  /// Lays a style over the part of the rectangle inside the grid, keeping the characters.
  public mutating func restyle(_ rect: Rect, _ style: Style) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let overlay = PackedStyle.Overlay(style)
    for row in area.minRow..<area.maxRow {
      let start = row * size.columns
      for index in start + area.minColumn..<start + area.maxColumn {
        packed[index].style = overlay.over(packed[index].style)
      }
    }
  }

  /// Copies another surface in, its top left cell at the given place; what does not fit is cut.
  public mutating func draw(_ other: Surface, at point: Point) {
    let area = Rect(origin: point, size: other.size).intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.minRow..<area.maxRow {
      for column in area.minColumn..<area.maxColumn {
        let cell = other.packed[
          (row - point.row) * other.size.columns + column - point.column]
        guard !cell.isContinuation else { continue }
        let width = other.width(at: column - point.column, row: row - point.row)
        put(cell.glyph, width: width, column: column, row: row, in: area) { _ in cell.style }
      }
    }
  }

  // MARK: - Cells

  /// Writes one cluster; the part of a wide one outside the area makes the rest of it spaces.
  @inline(__always) mutating func put(
    _ glyph: Glyph, width: Int, column: Int, row: Int, in area: Rect,
    style: (PackedStyle) -> PackedStyle
  ) {
    let start = max(column, area.minColumn)
    let end = min(column + width, area.maxColumn)
    guard start < end, area.minRow <= row, row < area.maxRow else { return }
    let fits = end - start == width
    separate(at: start, row: row)
    separate(at: end, row: row)
    let first = row * size.columns
    for place in start..<end {
      packed[first + place] = PackedCell(
        glyph: fits && place == column ? glyph : .space, style: style(packed[first + place].style),
        isContinuation: fits && place > column)
    }
  }

  /// Changes all cells of an area inside the grid, after separating wide characters at its sides.
  @inline(__always) private mutating func updateCells(
    _ area: Rect, _ change: (inout PackedCell) -> Void
  ) {
    for row in area.minRow..<area.maxRow {
      separate(at: area.minColumn, row: row)
      separate(at: area.maxColumn, row: row)
      let start = row * size.columns
      for index in start + area.minColumn..<start + area.maxColumn { change(&packed[index]) }
    }
  }

  /// Makes sure that no wide character is across the left edge of a column: its cells become
  /// spaces.
  @inline(__always) mutating func separate(at column: Int, row: Int) {
    guard column > 0, column < size.columns else { return }
    let index = row * size.columns + column
    if packed[index].isContinuation { blankCluster(around: index, row: row) }
  }

  private mutating func blankCluster(around index: Int, row: Int) {
    let rowStart = row * size.columns
    let rowEnd = rowStart + size.columns
    var place = index
    while place > rowStart, packed[place].isContinuation { place -= 1 }
    repeat {
      packed[place] = PackedCell(glyph: .space, style: packed[place].style)
      place += 1
    } while place < rowEnd && packed[place].isContinuation
  }

  /// The columns of the cluster that is at a place; 1 for an empty cell.
  func width(at column: Int, row: Int) -> Int {
    var end = column + 1
    while end < size.columns, packed[row * size.columns + end].isContinuation { end += 1 }
    return end - column
  }
}
