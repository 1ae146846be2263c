/// A list of choices, each with its key.
public struct Menu: Widget, Hashable, Sendable {
  /// One choice.
  public struct Choice: Hashable, Sendable {
    /// The key that takes it at once; may be empty.
    public var key: String
    /// What it is.
    public var label: String
    /// More words, at the right.
    public var detail: String
    /// Whether it can be taken now.
    public var isEnabled: Bool

    /// Creates a choice.
    public init(_ label: String, key: String = "", detail: String = "", isEnabled: Bool = true) {
      self.label = label
      self.key = key
      self.detail = detail
      self.isEnabled = isEnabled
    }
  }

  /// The choices, in order.
  public var choices: [Choice]
  /// The number of the selected one.
  public var selection: Int?
  /// The styles of rows.
  public var styles: ListView.Styles
  /// The style of keys.
  public var keyStyle: Style
  /// The style of what cannot be taken now.
  public var disabledStyle: Style
  /// Its signs.
  public var glyphs: GlyphSet

  /// Creates a menu.
  public init(
    _ choices: [Choice], selection: Int?, styles: ListView.Styles = ListView.Styles(),
    keyStyle: Style = Style(modifiers: .bold), disabledStyle: Style = Style(modifiers: .dim),
    glyphs: GlyphSet = .unicode
  ) {
    self.choices = choices
    self.selection = selection
    self.styles = styles
    self.keyStyle = keyStyle
    self.disabledStyle = disabledStyle
    self.glyphs = glyphs
  }

  private var keyColumns: Int {
    let widest = choices.map { TextWidth.columns(of: $0.key) }.max() ?? 0
    return widest > 0 ? widest + 2 : 0
  }

  /// The room in which every choice is seen whole.
  public var preferredSize: Size {
    let widest = choices.map { choice in
      let detail = TextWidth.columns(of: choice.detail)
      return TextWidth.columns(of: choice.label) + (detail > 0 ? detail + 2 : 0)
    }
    return Size(columns: 2 + keyColumns + (widest.max() ?? 0), rows: choices.count)
  }

  /// The next choice that can be taken, from a selection on; around the end.
  public func selection(after index: Int?, by step: Int) -> Int? {
    let count = choices.count
    guard count > 0, step != 0 else { return index }
    var place = index ?? (step > 0 ? -1 : count)
    for _ in 0..<count {
      place = ((place + step) % count + count) % count
      if choices[place].isEnabled { return place }
    }
    return index
  }

  /// Draws as many choices as fit, among them the selected one.
  public func render(in area: Rect, on surface: inout Surface) {
    var window = ScrollWindow(total: choices.count, height: area.rows)
    window.reveal(selection ?? 0)
    let list = ListView(
      window: window, selection: selection, isFocused: true, styles: styles, glyphs: glyphs
    ) { row(choices[$0]) }
    list.render(in: area, on: &surface)
  }

  private func row(_ choice: Choice) -> ListRow {
    let key = StyledText(choice.key, style: choice.isEnabled ? keyStyle : .plain)
    let detail = ListRow.Field(StyledText(choice.detail, style: disabledStyle))
    return ListRow(
      StyledText(choice.label),
      leading: keyColumns > 0 ? [ListRow.Field(key, columns: keyColumns)] : [],
      trailing: choice.detail.isEmpty ? [] : [detail],
      style: choice.isEnabled ? .plain : disabledStyle)
  }
}
