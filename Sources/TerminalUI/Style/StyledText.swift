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

  /// The text with a style below that of each part.
  public func styled(_ style: Style) -> StyledText {
    StyledText(spans.map { Span($0.text, style: style.overlaid(with: $0.style)) })
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

  /// A text with parts laid over: the ranges, in UTF-8 bytes, ascending and apart, get a style
  /// added.
  public static func highlighted(
    _ text: String, ranges: [Range<Int>], style: Style = .plain, highlight: Style
  ) -> StyledText {
    var result = StyledText()
    let bytes = text.utf8
    var place = 0
    for range in ranges where range.lowerBound >= place && range.upperBound <= bytes.count {
      result.append(slice(text, place..<range.lowerBound), style: style)
      result.append(slice(text, range), style: style.overlaid(with: highlight))
      place = range.upperBound
    }
    result.append(slice(text, place..<bytes.count), style: style)
    result.spans.removeAll { $0.text.isEmpty }
    return result
  }

  private static func slice(_ text: String, _ range: Range<Int>) -> String {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.utf8.index(start, offsetBy: range.count)
    return String(Substring(text.utf8[start..<end]))
  }
}
