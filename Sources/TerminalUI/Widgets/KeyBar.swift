/// A line of the keys that do something here.
public struct KeyBar: Widget, Hashable, Sendable {
  /// A key and what it does.
  public struct Hint: Hashable, Sendable {
    /// The key's name.
    public var key: String
    /// What it does, in a word or two.
    public var label: String
    /// Whether it does it now.
    public var isEnabled: Bool

    /// A key and what it does; one that does nothing now is drawn fainter.
    public init(_ key: String, _ label: String, isEnabled: Bool = true) {
      self.key = key
      self.label = label
      self.isEnabled = isEnabled
    }

    var columns: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: label) }
  }

  /// The most hints that are shown.
  public static let limit = 8
  private static let gap = 2

  /// The hints, the most useful first; the last one is shown before others are.
  public var hints: [Hint]
  /// The style of the line.
  public var style: Style
  /// The style of keys.
  public var keyStyle: Style
  /// The style of what cannot be done now.
  public var disabledStyle: Style

  /// A bar of hints, the most important first.
  public init(
    _ hints: [Hint], style: Style = .plain, keyStyle: Style = Style(modifiers: .bold),
    disabledStyle: Style = Style(modifiers: .dim)
  ) {
    self.hints = hints
    self.style = style
    self.keyStyle = keyStyle
    self.disabledStyle = disabledStyle
  }

  /// The hints for which there is room, in order; the last one, which leads on, always first.
  public static func shown(_ hints: [Hint], columns: Int) -> [Hint] {
    guard let last = hints.last else { return [] }
    var room = columns - last.columns
    guard room >= 0 else { return [] }
    var result: [Hint] = []
    for hint in hints.dropLast().prefix(limit - 1) {
      room -= hint.columns + gap
      if room < 0 { break }
      result.append(hint)
    }
    return result + [last]
  }

  /// The hint at a cell of the bar.
  ///
  /// - Parameters:
  ///   - column: Counted from the bar's left edge.
  ///   - columns: The bar's width.
  /// - Returns: Nil between hints, and next to them.
  public func hint(at column: Int, columns: Int) -> Hint? {
    var start = 1
    for hint in Self.shown(hints, columns: columns - 2) {
      if (start..<start + hint.columns).contains(column) { return hint }
      start += hint.columns + Self.gap
    }
    return nil
  }

  /// Draws the hints in the first row, one column from its left.
  public func render(in area: Rect, on surface: inout Surface) {
    let line = area.line(0)
    surface.fill(line, style: style)
    var text = StyledText()
    for hint in Self.shown(hints, columns: line.columns - 2) {
      if !text.spans.isEmpty { text.append(String(repeating: " ", count: Self.gap)) }
      let look = hint.isEnabled ? Style.plain : disabledStyle
      text.append(hint.key, style: hint.isEnabled ? keyStyle : look)
      text.append(" " + hint.label, style: look)
    }
    surface.draw(text, in: line.inset(left: 1, right: 1), style: style)
  }
}
