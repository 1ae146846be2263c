/// A bar that fills from the left, by eighths of a cell where the signs allow it.
public struct ProgressBar: Widget, Hashable, Sendable {
  /// How much is done, 0…1; other values count as the nearest of these.
  public var fraction: Double
  /// Its signs.
  public var glyphs: GlyphSet
  /// The style of the ends and the rest.
  public var style: Style
  /// The style of what is done.
  public var doneStyle: Style

  /// Creates a bar.
  public init(
    _ fraction: Double, glyphs: GlyphSet = .unicode, style: Style = .plain,
    doneStyle: Style = .plain
  ) {
    self.fraction = fraction
    self.glyphs = glyphs
    self.style = style
    self.doneStyle = doneStyle
  }

  /// The inside of the bar, exactly `columns` wide.
  ///
  /// It is full only when all is done, and never empty once a whole eighth is done.
  public static func cells(_ fraction: Double, columns: Int, glyphs: GlyphSet) -> String {
    let parts = glyphs.barEighths.count + 1
    let all = max(0, columns) * parts
    let known = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let done = known >= 1 ? all : min(all - 1, Int(known * Double(all)))
    guard done > 0 else { return String(repeating: glyphs.barEmpty, count: max(0, columns)) }
    var text = String(repeating: glyphs.barFull, count: done / parts)
    if done % parts > 0 { text.append(glyphs.barEighths[done % parts - 1]) }
    let rest = columns - (done + parts - 1) / parts
    return text + String(repeating: glyphs.barEmpty, count: rest)
  }

  /// A percentage in four columns: ` 54%`; 100 only when all is done.
  public static func percent(_ fraction: Double) -> String {
    let known = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let number = known >= 1 ? 100 : min(99, Int(known * 100))
    return String(repeating: " ", count: number < 10 ? 2 : number < 100 ? 1 : 0) + "\(number)%"
  }

  /// Draws the bar in the first row, its ends included.
  public func render(in area: Rect, on surface: inout Surface) {
    guard area.columns >= 3, area.rows > 0 else { return }
    let line = area.line(0)
    let inside = line.inset(left: 1, right: 1)
    let cells = Self.cells(fraction, columns: inside.columns, glyphs: glyphs)
    surface.glyph(glyphs.barStart, line.minColumn, line.minRow, style)
    surface.draw(cells, at: inside.origin, clip: inside, style: doneStyle)
    surface.glyph(glyphs.barEnd, line.maxColumn - 1, line.minRow, style)
  }
}
