/// A text of one line whose parts are drawn in different styles.
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A part of the text in one style.
  public struct Span: Hashable, Sendable {
    /// The part; may be empty.
    public var text: String
    /// How it is drawn.
    public var style: Style

    /// A part in one style; its controls are made visible when it is drawn.
    public init(_ text: String, style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// The parts, in order; may be empty.
  public var spans: [Span]

  /// A text of parts, in order; without parts it is empty.
  public init(_ spans: [Span] = []) { self.spans = spans }

  /// A text in one style throughout.
  public init(_ text: String, style: Style = .plain) { spans = [Span(text, style: style)] }

  /// A text without a style, so that literals can be drawn.
  public init(stringLiteral value: String) { self.init(value) }

  /// The text without styles.
  public var plainText: String { spans.map(\.text).joined() }

  /// The columns when drawn, controls in their visible form.
  public var columns: Int {
    spans.reduce(0) { $0 + TextWidth.columns(of: TextWidth.visible($1.text)) }
  }

  /// Adds a part at the end.
  public mutating func append(_ text: String, style: Style = .plain) {
    spans.append(Span(text, style: style))
  }

  /// As much of the text as fits, with a sign when something is missing.
  ///
  /// - Parameters:
  ///   - limit: The room in columns.
  ///   - ellipsis: The sign, in the style of the part that is cut.
  /// - Returns: A text of at most `limit` columns.
  public func truncated(to limit: Int, ellipsis: String = "…") -> StyledText {
    guard columns > limit else { return self }
    let sign = TextWidth.prefix(of: ellipsis, columns: max(0, limit))
    var room = max(0, limit) - sign.columns
    var result = StyledText()
    for span in spans {
      let part = TextWidth.prefix(of: TextWidth.visible(span.text), columns: room)
      result.append(String(part.text), style: span.style)
      room -= part.columns
      if part.text.utf8.count < TextWidth.visible(span.text).utf8.count {
        result.append(String(sign.text), style: span.style)
        return result
      }
    }
    return result
  }
}
