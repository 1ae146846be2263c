/// A column that shows which part of a long text or list is on the screen.
public struct ScrollBar: Widget, Hashable, Sendable {
  /// What is shown of what.
  public var window: ScrollWindow
  /// Its signs.
  public var glyphs: GlyphSet
  /// The style of the track.
  public var style: Style
  /// The style of the part that is shown.
  public var thumbStyle: Style

  /// Creates a scroll bar.
  public init(
    window: ScrollWindow, glyphs: GlyphSet = .unicode, style: Style = Style(modifiers: .dim),
    thumbStyle: Style = .plain
  ) {
    self.window = window
    self.glyphs = glyphs
    self.style = style
    self.thumbStyle = thumbStyle
  }

  /// The rows of the bar that are filled, inside `0..<height`; nil when all is shown.
  ///
  /// The thumb touches an end only when that end is shown.
  public static func thumb(of window: ScrollWindow, height: Int) -> Range<Int>? {
    guard window.total > window.height, window.height > 0, height > 0 else { return nil }
    let length = max(1, height * window.height / window.total)
    let room = height - length
    let scrollable = window.total - window.height
    var start = (room * window.offset + scrollable / 2) / scrollable
    if room >= 2 {
      if window.hasRowsAbove { start = max(1, start) }
      if window.hasRowsBelow { start = min(room - 1, start) }
    }
    return start..<start + length
  }

  /// Draws the bar in the last column; nothing when all is shown.
  public func render(in area: Rect, on surface: inout Surface) {
    guard area.columns > 0, let thumb = Self.thumb(of: window, height: area.rows) else { return }
    let column = area.maxColumn - 1
    surface.verticalLine(column, area.minRow, area.rows, glyphs.scrollTrack, style)
    surface.verticalLine(
      column, area.minRow + thumb.lowerBound, thumb.count, glyphs.scrollThumb, thumbStyle)
  }
}
