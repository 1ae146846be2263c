// MARK: - Text

extension Surface {
  /// Draws one line of text from a place to the right, inside the clipping rectangle.
  ///
  /// Control characters and escape sequences are made visible (`TextWidth.visible(_:)`); the text
  /// is not wrapped. Combining marks at the start are on a dotted circle; other characters
  /// without columns are not drawn.
  ///
  /// - Parameters:
  ///   - text: Any text; line breaks are made visible too.
  ///   - point: The first cell.
  ///   - clip: Only cells inside are written; the whole surface by default.
  ///   - style: Laid over the style that each cell has.
  /// - Returns: The column after the last one drawn (or that would have been drawn, had it not
  ///   been cut off at the left); never beyond the first cluster that is cut off at the right.
  @specialized(where Text == String)
  @discardableResult
  public mutating func draw<Text: StringProtocol>(
    _ text: Text, at point: Point, clip: Rect? = nil, style: Style = .plain
  ) -> Int {
    let area = clip.map { $0.intersection(bounds) } ?? bounds
    if let count = TextWidth.asciiCount(text) {
      drawASCII(text, at: point, area, style)
      return min(point.column + count, max(point.column, area.maxColumn))
    }
    if TextWidth.hasUnsafe(text) {
      return drawClusters(TextWidth.visible(text), at: point, area, style)
    }
    return drawClusters(text, at: point, area, style)
  }

  private mutating func drawClusters(
    _ text: some StringProtocol, at point: Point, _ area: Rect, _ style: Style
  ) -> Int {
    let overlay = PackedStyle.Overlay(style)
    var column = point.column
    ClusterScanner.scan(text) { cluster in
      if column >= area.maxColumn { return false }
      if cluster.columns == 0 { return true }
      put(
        cluster.glyph, width: cluster.columns, column: column, row: point.row, in: area,
        style: overlay.over)
      column += cluster.columns
      return true
    }
    return column
  }

  /// Draws a text of printable ASCII bytes, whose columns are its bytes.
  private mutating func drawASCII(
    _ text: some StringProtocol, at point: Point, _ area: Rect, _ style: Style
  ) {
    guard area.minRow <= point.row, point.row < area.maxRow else { return }
    let start = max(point.column, area.minColumn)
    let end = min(point.column + text.utf8.count, area.maxColumn)
    guard start < end else { return }
    separate(at: start, row: point.row)
    separate(at: end, row: point.row)
    let overlay = PackedStyle.Overlay(style)
    let first = point.row * size.columns + start
    _ = text.utf8.withContiguousStorageIfAvailable { bytes in
      packed.withUnsafeMutableBufferPointer { cells in
        for offset in 0..<end - start {
          cells[first + offset] = PackedCell(
            glyph: Glyph(ascii: bytes[start - point.column + offset]),
            style: overlay.over(cells[first + offset].style))
        }
      }
    }
  }

  /// Draws a text whose parts have styles of their own.
  ///
  /// - Parameters:
  ///   - text: The parts, in order.
  ///   - point: The first cell.
  ///   - clip: Only cells inside are written; the whole surface by default.
  ///   - style: Lies below the styles of the parts.
  /// - Returns: The column after the last one drawn.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, at point: Point, clip: Rect? = nil, style: Style = .plain
  ) -> Int {
    var place = point
    for span in text.spans {
      place.column = draw(span.text, at: place, clip: clip, style: style.overlaid(with: span.style))
    }
    return place.column
  }
}
