/// Colours and modifiers of drawn text; what is nil shows what is below.
public struct Style: Hashable, Sendable {
  /// The colour of the strokes; nil keeps the cell's.
  public var foreground: Color?
  /// The background colour; nil keeps the cell's.
  public var background: Color?
  /// Attributes that are added to the cell's.
  public var modifiers: TextModifiers

  /// A style; without a colour the cell keeps its own.
  public init(
    foreground: Color? = nil, background: Color? = nil, modifiers: TextModifiers = []
  ) {
    self.foreground = foreground
    self.background = background
    self.modifiers = modifiers
  }

  /// The style that changes nothing.
  public static let plain = Style()

  /// The given style laid over this one: its colours win, the modifiers add up.
  @inline(__always)
  public func overlaid(with top: Style) -> Style {
    Style(
      foreground: top.foreground ?? foreground, background: top.background ?? background,
      modifiers: modifiers.union(top.modifiers))
  }

  /// The style in a few words, as golden texts name it: `fg=ansi(2) bold`.
  public var summary: String {
    var words: [String] = []
    if let foreground { words.append("fg=\(foreground.summary)") }
    if let background { words.append("bg=\(background.summary)") }
    words += modifiers.names
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
