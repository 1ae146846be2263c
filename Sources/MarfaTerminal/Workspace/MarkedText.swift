import MarfaSDK
import TerminalUI

/// A text on one line of which parts are marked as found.
package struct MarkedText: Hashable {
  /// The text without marks.
  package private(set) var text = ""
  /// The marked characters, by index.
  package private(set) var marked: Set<Int> = []

  /// Reads a text with marks, as searches give it.
  package init(_ source: String) {
    var isMarked = false
    var index = 0
    for character in source {
      switch character {
      case SearchHit.matchStart: isMarked = true
      case SearchHit.matchEnd: isMarked = false
      default:
        text.append(character)
        if isMarked { marked.insert(index) }
        index += 1
      }
    }
  }
}

extension Surface {
  /// Draws text with its marked characters in another style, cut where it does not fit.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rect: Its first row is drawn on.
  ///   - style: The style of what is not marked.
  ///   - frame: Says how marks look and what stands for what is cut.
  /// - Returns: The column after the text.
  @discardableResult
  mutating func drawMarked(
    _ text: MarkedText, in rect: Rect, style: Style, _ frame: Frame
  ) -> Int {
    let shown = TextWidth.truncated(text.text, to: rect.columns, ellipsis: frame.glyphs.ellipsis)
    let match = frame.style("ui.match", on: style)
    var column = rect.minColumn
    for (index, character) in shown.enumerated() {
      column = draw(
        String(character), at: Point(column: column, row: rect.minRow), clip: rect,
        style: text.marked.contains(index) ? match : style)
    }
    return column
  }
}
