/// A line in which text is typed, after a label.
///
/// The part around the cursor is shown when the text is longer than the room.
public struct TextField: Widget, Hashable, Sendable {
  /// The label before the text.
  public var label: StyledText
  /// The text and its cursor.
  public var input: TextInput
  /// The text shown in an empty field.
  public var placeholder: String
  /// The style of the line.
  public var style: Style
  /// The style of the placeholder.
  public var placeholderStyle: Style
  /// Whether keys go here; the cursor then is in the text, visible.
  public var isFocused: Bool

  /// A field that shows an input, or the placeholder while that is empty.
  public init(
    label: StyledText = StyledText(), input: TextInput, placeholder: String = "",
    style: Style = .plain, placeholderStyle: Style = Style(modifiers: .dim),
    isFocused: Bool = true
  ) {
    self.label = label
    self.input = input
    self.placeholder = placeholder
    self.style = style
    self.placeholderStyle = placeholderStyle
    self.isFocused = isFocused
  }

  /// Draws the field in the first row, and places the cursor if it has the focus.
  public func render(in area: Rect, on surface: inout Surface) {
    let line = area.line(0)
    guard !line.isEmpty else { return }
    surface.fill(line, style: style)
    let end = surface.draw(label, at: line.origin, clip: line, style: style)
    let (_, room) = line.splitLeft(min(end - line.minColumn, max(0, line.columns - 1)))
    if input.isEmpty {
      surface.draw(
        placeholder, at: room.origin, clip: room, style: style.overlaid(with: placeholderStyle))
    }
    let before = TextWidth.visible(input.before)
    // One cell stays free for the cursor.
    let shown = TextWidth.suffix(of: before, columns: room.columns - 1)
    let text = String(shown.text) + TextWidth.visible(input.after)
    surface.draw(text, at: room.origin, clip: room, style: style)
    guard isFocused else { return }
    surface.cursor = Point(column: room.minColumn + shown.columns, row: line.minRow)
    surface.isCursorVisible = true
  }
}
