/// One row of a list: small fields, a title that takes the room, more small fields.
public struct ListRow: Hashable, Sendable {
  /// A short text in a column of its own.
  public struct Field: Hashable, Sendable {
    /// The text.
    public var text: StyledText
    /// The columns that it takes in every row; nil takes what the text needs.
    public var columns: Int?
    /// The alignment of the text in them.
    public var alignment: TextAlignment

    /// A field as wide as its text unless `columns` says how wide.
    public init(_ text: StyledText, columns: Int? = nil, alignment: TextAlignment = .leading) {
      self.text = text
      self.columns = columns
      self.alignment = alignment
    }

    var width: Int { columns ?? text.columns }
  }

  /// Before the title, such as flags; never left out.
  public var leading: [Field]
  /// What the row is; cut with a sign if too long.
  public var title: StyledText
  /// After the title, at the right; left out from the first one on where room is short.
  public var trailing: [Field]
  /// Lies below all styles of the row.
  public var style: Style

  /// A row; its title gets what room the fields leave.
  public init(
    _ title: StyledText, leading: [Field] = [], trailing: [Field] = [], style: Style = .plain
  ) {
    self.title = title
    self.leading = leading
    self.trailing = trailing
    self.style = style
  }
}

/// The rows of a list that are on the screen.
///
/// Only these rows are asked for. The first column holds the bar of the selected row.
public struct ListView: Widget {
  /// The styles of a list.
  public struct Styles: Hashable, Sendable {
    /// Rows.
    public var normal: Style
    /// The selected row, while the list has the focus.
    public var selected: Style
    /// The selected row, while it has not.
    public var inactive: Style
    /// The bar before the selected row.
    public var bar: Style

    /// Creates styles; the selected row is reversed, or bold without the focus.
    public init(
      normal: Style = .plain, selected: Style = Style(modifiers: .reversed),
      inactive: Style = Style(modifiers: .bold), bar: Style = .plain
    ) {
      self.normal = normal
      self.selected = selected
      self.inactive = inactive
      self.bar = bar
    }
  }

  /// Which rows are shown; its height should be that of the rectangle.
  public var window: ScrollWindow
  /// The number of the selected row.
  public var selection: Int?
  /// Whether keys go to this list; the cursor then is on its selected row.
  public var isFocused: Bool
  /// How it looks.
  public var styles: Styles
  /// Its signs.
  public var glyphs: GlyphSet
  /// The row with a number inside the window; nil draws an empty one.
  public var row: (Int) -> ListRow?

  /// Fewer columns are never left to a title while fields next to it can go.
  private static let leastTitle = 12

  /// A list that asks `row` for the rows in view only; nil draws an empty one.
  public init(
    window: ScrollWindow, selection: Int?, isFocused: Bool, styles: Styles = Styles(),
    glyphs: GlyphSet = .unicode, row: @escaping (Int) -> ListRow?
  ) {
    self.window = window
    self.selection = selection
    self.isFocused = isFocused
    self.styles = styles
    self.glyphs = glyphs
    self.row = row
  }

  /// Draws the rows, and places the cursor on the selected one if the list has the focus.
  public func render(in area: Rect, on surface: inout Surface) {
    for (line, index) in window.rows.enumerated() where line < area.rows {
      guard let row = row(index) else { continue }
      draw(row, isSelected: index == selection, in: area.line(line), on: &surface)
    }
    guard isFocused, let selection, window.rows.contains(selection) else { return }
    let line = min(selection - window.offset, area.rows - 1)
    guard !area.isEmpty else { return }
    surface.cursor = Point(column: area.minColumn, row: area.minRow + line)
  }

  private func draw(
    _ row: ListRow, isSelected: Bool, in line: Rect, on surface: inout Surface
  ) {
    var style = styles.normal.overlaid(with: row.style)
    if isSelected { style = style.overlaid(with: isFocused ? styles.selected : styles.inactive) }
    surface.fill(line, style: style)
    let (margin, content) = line.splitLeft(1)
    if isSelected {
      let bar = style.overlaid(with: styles.bar)
      surface.draw(String(glyphs.selectionBar), at: margin.origin, clip: margin, style: bar)
    }
    draw(row, in: content, style, on: &surface)
  }

  private func draw(_ row: ListRow, in line: Rect, _ style: Style, on surface: inout Surface) {
    var rest = line
    for field in row.leading {
      let (place, next) = rest.splitLeft(field.width)
      draw(field, in: place, style, on: &surface)
      rest = next
    }
    for field in shown(row.trailing, in: rest.columns).reversed() {
      let (next, place) = rest.splitRight(field.width)
      draw(field, in: place, style, on: &surface)
      rest = next.inset(right: 1)
    }
    surface.draw(row.title, in: rest, style: style, ellipsis: glyphs.ellipsis)
  }

  private func draw(
    _ field: ListRow.Field, in place: Rect, _ style: Style, on surface: inout Surface
  ) {
    surface.draw(
      field.text, in: place, alignment: field.alignment, style: style, ellipsis: glyphs.ellipsis)
  }

  /// The fields that fit next to a title, from the last one on.
  private func shown(_ fields: [ListRow.Field], in columns: Int) -> ArraySlice<ListRow.Field> {
    var first = fields.count
    var used = 0
    while first > 0, columns - used - fields[first - 1].width - 1 >= Self.leastTitle {
      used += fields[first - 1].width + 1
      first -= 1
    }
    return fields[first...]
  }
}
