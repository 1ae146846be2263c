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
    guard Self.hasMarks(source) else {
      text = source
      return
    }
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

  /// Whether there is a mark; bytes tell it many times faster than characters.
  private static func hasMarks(_ source: String) -> Bool {
    let (start, end) = (SearchHit.matchStart.asciiValue, SearchHit.matchEnd.asciiValue)
    return source.utf8.contains { $0 == start || $0 == end }
  }
}

extension MarkedText {
  /// The text with its start cut where the first mark would not be seen in a width.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - ellipsis: What stands for what is cut.
  /// - Returns: The text, or its end after the sign.
  package func showingMark(in columns: Int, ellipsis: String) -> MarkedText {
    let characters = Array(text)
    guard let first = marked.min() else { return self }
    let end = (first..<characters.count).first { !marked.contains($0) } ?? characters.count
    func width(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 + TextWidth.columns(of: String(characters[$1])) }
    }
    let sign = TextWidth.columns(of: ellipsis)
    guard width(0..<end) + (end < characters.count ? sign : 0) > columns else { return self }
    // A third of the room goes before the mark, in whole words if there is one.
    let room = max(0, min(columns / 3, columns - width(first..<end) - 2 * sign))
    var start = first
    while start > 0, width(start - 1..<first) <= room { start -= 1 }
    let word = (start..<first).first { $0 > 0 && characters[$0 - 1] == " " }
    start = word ?? start
    guard start > 0 else { return self }
    var cut = MarkedText("")
    cut.text = ellipsis + String(characters[start...])
    cut.marked = Set(marked.filter { $0 >= start }.map { $0 - start + ellipsis.count })
    return cut
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
  package mutating func drawMarked(
    _ text: MarkedText, in rect: Rect, style: Style, _ frame: Frame
  ) -> Int {
    let shown = TextWidth.truncated(text.text, to: rect.columns, ellipsis: frame.glyphs.ellipsis)
    guard !text.marked.isEmpty else {
      return draw(shown, at: rect.origin, clip: rect, style: style)
    }
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
