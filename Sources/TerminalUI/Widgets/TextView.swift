/// Lines of text, as many as fit, with a hint where more is above or below.
public struct TextView: Widget, Hashable, Sendable {
  /// The lines shown, those of the window only.
  public var lines: [StyledText]
  /// Which part of the whole they are.
  public var window: ScrollWindow
  /// Lies below the styles of the lines.
  public var style: Style
  /// Its signs.
  public var glyphs: GlyphSet
  /// Whether a scroll bar is drawn in the last column when not all is shown.
  public var hasScrollBar: Bool

  /// Creates a view of the lines of a window.
  public init(
    lines: [StyledText], window: ScrollWindow, style: Style = .plain,
    glyphs: GlyphSet = .unicode, hasScrollBar: Bool = false
  ) {
    self.lines = lines
    self.window = window
    self.style = style
    self.glyphs = glyphs
    self.hasScrollBar = hasScrollBar
  }

  /// Draws the lines.
  public func render(in area: Rect, on surface: inout Surface) {
    let isBarShown = hasScrollBar && (window.hasRowsAbove || window.hasRowsBelow)
    let (text, bar) = area.splitRight(isBarShown ? 1 : 0)
    for (index, line) in lines.enumerated() where index < area.rows {
      surface.draw(line, in: text.line(index), style: style, ellipsis: glyphs.ellipsis)
    }
    if isBarShown { surface.draw(ScrollBar(window: window, glyphs: glyphs), in: bar) }
  }
}
