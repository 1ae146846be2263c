/// A border with a title, and optionally words at its foot.
public struct Box: Widget, Hashable, Sendable {
  /// In the upper line, at the left.
  public var title: StyledText
  /// In the lower line, at the right.
  public var footer: StyledText
  /// The lines.
  public var glyphs: GlyphSet
  /// The style of the lines.
  public var style: Style
  /// The style below that of the title and the footer.
  public var titleStyle: Style
  /// The style of the inside, which is emptied; nil leaves it as it is.
  public var fill: Style?

  /// A box; without a fill what is below it stays.
  public init(
    title: StyledText = StyledText(), footer: StyledText = StyledText(),
    glyphs: GlyphSet = .unicode, style: Style = .plain, titleStyle: Style = .plain,
    fill: Style? = nil
  ) {
    self.title = title
    self.footer = footer
    self.glyphs = glyphs
    self.style = style
    self.titleStyle = titleStyle
    self.fill = fill
  }

  /// The room inside the border.
  public static func inside(_ area: Rect) -> Rect {
    area.inset(left: 1, top: 1, right: 1, bottom: 1)
  }

  /// Draws the border and, if asked, empties the inside.
  public func render(in area: Rect, on surface: inout Surface) {
    if let fill { surface.clear(area, style: fill) }
    guard area.columns >= 2, area.rows >= 2 else { return }
    let border = glyphs.border
    let right = area.maxColumn - 1
    let bottom = area.maxRow - 1
    let width = area.columns - 2
    let height = area.rows - 2
    surface.horizontalLine(area.minColumn + 1, area.minRow, width, border.horizontal, style)
    surface.horizontalLine(area.minColumn + 1, bottom, width, border.horizontal, style)
    surface.verticalLine(area.minColumn, area.minRow + 1, height, border.vertical, style)
    surface.verticalLine(right, area.minRow + 1, height, border.vertical, style)
    surface.glyph(border.topLeft, area.minColumn, area.minRow, style)
    surface.glyph(border.topRight, right, area.minRow, style)
    surface.glyph(border.bottomLeft, area.minColumn, bottom, style)
    surface.glyph(border.bottomRight, right, bottom, style)
    draw(title, in: area.line(0), .leading, on: &surface)
    draw(footer, in: area.line(area.rows - 1), .trailing, on: &surface)
  }

  private func draw(
    _ text: StyledText, in line: Rect, _ alignment: TextAlignment, on surface: inout Surface
  ) {
    guard text.columns > 0, line.columns > 4 else { return }
    var padded = StyledText(" ")
    padded.spans += text.truncated(to: line.columns - 4, ellipsis: glyphs.ellipsis).spans
    padded.append(" ")
    surface.draw(
      padded, in: line.inset(left: 1, right: 1), alignment: alignment,
      style: style.overlaid(with: titleStyle), ellipsis: glyphs.ellipsis)
  }
}

extension Surface {
  /// Draws a line of one sign to the right.
  public mutating func horizontalLine(
    _ column: Int, _ row: Int, _ length: Int, _ glyph: Character, _ style: Style = .plain
  ) {
    fill(Rect(column: column, row: row, columns: length, rows: 1), with: glyph, style: style)
  }

  /// Draws a line of one sign down.
  public mutating func verticalLine(
    _ column: Int, _ row: Int, _ length: Int, _ glyph: Character, _ style: Style = .plain
  ) {
    fill(Rect(column: column, row: row, columns: 1, rows: length), with: glyph, style: style)
  }

  /// Draws one sign.
  public mutating func glyph(
    _ glyph: Character, _ column: Int, _ row: Int, _ style: Style = .plain
  ) {
    fill(Rect(column: column, row: row, columns: 1, rows: 1), with: glyph, style: style)
  }
}
