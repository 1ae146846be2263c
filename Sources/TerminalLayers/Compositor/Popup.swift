import TerminalUI

extension Surface {
  /// Clears the rectangle, draws a border with a title and words at its foot, and says what is left
  /// inside.
  mutating func drawPopup(
    _ title: String, foot: String = "", in rect: Rect, _ frame: Frame
  ) -> Rect {
    if frame.isPlain {
      fill(rect, style: frame.style("ui.popup"))
      let (line, rest) = rect.splitTop(1)
      let words = foot.isEmpty ? title : "\(title)  \(foot)"
      drawLine(words, in: line, style: frame.style("ui.popup.title"), frame)
      return rest
    }
    draw(
      Box(
        title: StyledText(title), footer: StyledText(foot), glyphs: frame.glyphs,
        style: frame.style("ui.popup.border"),
        titleStyle: frame.style("ui.popup.title"), fill: frame.style("ui.popup")),
      in: rect)
    return Self.popupInside(of: rect, frame)
  }

  /// What `drawPopup` leaves inside.
  static func popupInside(of rect: Rect, _ frame: Frame) -> Rect {
    frame.isPlain ? rect.splitTop(1).rest : rect.inset(left: 2, top: 1, right: 2, bottom: 1)
  }

  /// Draws text on one line, cut with a sign where it does not fit.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rect: Its first row is drawn on.
  ///   - style: The style.
  ///   - frame: Says which sign stands for what is cut.
  package mutating func drawLine(_ text: String, in rect: Rect, style: Style, _ frame: Frame) {
    draw(StyledText(text), in: rect, style: style, ellipsis: frame.glyphs.ellipsis)
  }

  /// Draws lines of text wrapped at words from the top of a rectangle; what does not fit is not
  /// drawn.
  package mutating func drawWrapped(_ text: some StringProtocol, in rect: Rect, style: Style) {
    let wrap = WordWrap(columns: max(1, rect.columns))
    let lines = text.split(
      maxSplits: max(0, rect.rows), omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var place = rect.origin
    for line in lines.map({ String($0) }) where place.row < rect.maxRow {
      for row in wrap.rows(of: line) where place.row < rect.maxRow {
        draw(row.text(in: line), at: place, clip: rect, style: style)
        place.row += 1
      }
    }
  }
}
