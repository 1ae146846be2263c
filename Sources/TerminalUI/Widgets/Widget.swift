/// Something that draws itself on a surface.
///
/// A widget is a value made for one frame; it draws inside its rectangle only, and does no I/O.
public protocol Widget {
  /// Draws on the part of the surface inside the rectangle.
  func render(in area: Rect, on surface: inout Surface)
}

extension Surface {
  /// Draws a widget.
  public mutating func draw(_ widget: some Widget, in area: Rect) {
    widget.render(in: area, on: &self)
  }

  /// Draws a line of text at its place in a row: aligned, and cut with a sign if too long.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - area: Its first row is drawn on; nothing outside is.
  ///   - alignment: How the text is aligned.
  ///   - style: Lies below the styles of its parts.
  ///   - ellipsis: The sign that something is missing.
  public mutating func draw(
    _ text: StyledText, in area: Rect, alignment: TextAlignment = .leading, style: Style = .plain,
    ellipsis: String = "…"
  ) {
    guard !area.isEmpty else { return }
    let short = text.truncated(to: area.columns, ellipsis: ellipsis)
    let free = alignment == .leading ? 0 : max(0, area.columns - short.columns)
    let column = area.minColumn + alignment.leadingSpace(of: free)
    draw(short, at: Point(column: column, row: area.minRow), clip: area, style: style)
  }
}
