/// Rows of cells in columns under headings.
public struct TableView: Widget, Hashable, Sendable {
  /// A column.
  public struct Column: Hashable, Sendable {
    /// Its heading; may be empty.
    public var title: String
    /// Its room.
    public var track: Track
    /// Where its texts stand.
    public var alignment: Alignment

    /// Creates a column.
    public init(
      _ title: String, track: Track = .share(1), alignment: Alignment = .leading
    ) {
      self.title = title
      self.track = track
      self.alignment = alignment
    }
  }

  /// The columns, from the left.
  public var columns: [Column]
  /// The cells by rows; missing ones are empty.
  public var rows: [[StyledText]]
  /// Which rows are shown; without it as many as fit, from the first.
  public var window: ScrollWindow?
  /// The style of the headings.
  public var headingStyle: Style
  /// The style of the rows.
  public var style: Style
  /// Columns between two columns.
  public var gap: Int
  /// Its signs.
  public var glyphs: GlyphSet

  /// Creates a table.
  public init(
    columns: [Column], rows: [[StyledText]], window: ScrollWindow? = nil,
    headingStyle: Style = Style(modifiers: .bold), style: Style = .plain, gap: Int = 2,
    glyphs: GlyphSet = .unicode
  ) {
    self.columns = columns
    self.rows = rows
    self.window = window
    self.headingStyle = headingStyle
    self.style = style
    self.gap = gap
    self.glyphs = glyphs
  }

  /// Whether there is a row of headings.
  public var hasHeadings: Bool { columns.contains { !$0.title.isEmpty } }

  /// Columns as wide as their widest cells, with the same headings.
  public static func fitted(_ titles: [String], rows: [[StyledText]]) -> [Column] {
    titles.enumerated().map { index, title in
      let cells = rows.map { $0.indices.contains(index) ? $0[index].columns : 0 }
      let widest = max(TextWidth.columns(of: title), cells.max() ?? 0)
      return Column(title, track: .fixed(widest))
    }
  }

  /// Draws the headings and the rows that fit.
  public func render(in area: Rect, on surface: inout Surface) {
    let (heading, body) = area.splitTop(hasHeadings ? 1 : 0)
    let places = area.splitColumns(columns.map(\.track), gap: gap)
    if !heading.isEmpty {
      draw(columns.map { StyledText($0.title) }, in: heading, places, headingStyle, on: &surface)
    }
    let shown = window?.rows ?? 0..<rows.count
    for (line, index) in shown.enumerated() where line < body.rows && index < rows.count {
      draw(rows[index], in: body.line(line), places, style, on: &surface)
    }
  }

  private func draw(
    _ cells: [StyledText], in line: Rect, _ places: [Rect], _ style: Style,
    on surface: inout Surface
  ) {
    for (index, cell) in cells.enumerated() where index < columns.count {
      surface.draw(
        cell, in: line.intersection(places[index]), alignment: columns[index].alignment,
        style: style, ellipsis: glyphs.ellipsis)
    }
  }
}
