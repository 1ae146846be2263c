import NoteMarkup
import TerminalUI

/// Draws rows of the text, one segment of a line after the other.
struct RowPainter {
  let styles: EditorStyles
  let tabWidth: Int
  /// Styles over ranges of the text, later ones over earlier ones.
  let overlays: [(range: Range<Int>, style: Style)]
  private var segment = 0..<0
  private var spans: [(range: Range<Int>, style: Style)] = []
  private var text = ""
  /// Whether the segment is of a block of code, whose background is that of whole rows.
  private var isCode = false

  init(styles: EditorStyles, tabWidth: Int, overlays: [(range: Range<Int>, style: Style)]) {
    self.styles = styles
    self.tabWidth = tabWidth
    self.overlays = overlays
  }

  /// Takes up a segment: finds its highlighting and what is over it.
  mutating func begin(_ segment: Range<Int>, in buffer: TextBuffer, state: BlockState) {
    self.segment = segment
    text = buffer.text(in: segment)
    let found = MarkdownHighlighter.spans(
      in: text, state: state, isLineStart: buffer.isLineStart(segment.lowerBound))
    // An empty line has no markup.
    isCode = text.isEmpty ? state.isFence : found.contains { $0.scope == .codeBlock }
    let start = segment.lowerBound
    spans = found.map {
      ($0.range.lowerBound + start..<$0.range.upperBound + start, styles.style(of: $0.scope))
    }
    // An empty selected line shows one selected cell.
    spans += overlays.filter {
      $0.range.lowerBound <= segment.upperBound && $0.range.upperBound >= segment.lowerBound
    }
  }

  /// Draws one row of the segment.
  func paint(_ row: VisualRow, into surface: inout Surface, at line: Int, _ rect: Rect) {
    let place = Point(column: rect.minColumn + row.indent, row: line)
    let text = slice(row.range)
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    let columns = isPlain ? nil : RowColumns(text, row, tabWidth: tabWidth)
    if let columns {
      surface.draw(columns.shown, at: place, clip: rect, style: styles.text)
    } else {
      surface.draw(text, at: place, clip: rect, style: styles.text)
    }
    if isCode { fill(line, of: rect, with: styles.codeBlock.background, &surface) }
    for span in spans
    where span.range.lowerBound <= row.range.upperBound
      && span.range.upperBound >= row.range.lowerBound
    {
      restyle(span, columns, row, &surface, line, rect)
    }
  }

  /// Gives a row a background up to the pane's edge.
  private func fill(
    _ line: Int, of rect: Rect, with background: Color?, _ surface: inout Surface
  ) {
    guard let background else { return }
    surface.restyle(rect.line(line - rect.minRow), Style(background: background))
  }

  private func slice(_ range: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound - segment.lowerBound)
    let end = text.utf8.index(start, offsetBy: range.count)
    return text[start..<end]
  }

  private func restyle(
    _ span: (range: Range<Int>, style: Style), _ columns: RowColumns?,
    _ row: VisualRow, _ surface: inout Surface, _ line: Int, _ rect: Rect
  ) {
    func column(_ offset: Int) -> Int {
      columns?.column(of: offset) ?? row.indent + offset - row.range.lowerBound
    }
    let start = column(max(span.range.lowerBound, row.range.lowerBound))
    var end = column(min(span.range.upperBound, row.range.upperBound))
    // A selected line end shows as one cell.
    if row.endsLine, span.range.contains(row.range.upperBound) { end += 1 }
    guard end > start else { return }
    let area = Rect(column: rect.minColumn + start, row: line, columns: end - start, rows: 1)
    surface.restyle(area.intersection(rect), span.style)
  }
}

/// Where the clusters of a row with more than ASCII are, and what is drawn of it.
private struct RowColumns {
  /// The row's text with tabs as spaces.
  private(set) var shown = ""
  /// Of each cluster, and of the row's end.
  private var places: [(offset: Int, column: Int)] = []

  init(_ text: Substring, _ row: VisualRow, tabWidth: Int) {
    var column = row.indent
    var offset = row.range.lowerBound
    for character in text {
      places.append((offset, column))
      let width = ClusterWidth.columns(of: character, at: column, tabWidth: tabWidth)
      if character == "\t" {
        shown += String(repeating: " ", count: width)
      } else {
        shown.append(character)
      }
      column += width
      offset += character.utf8.count
    }
    places.append((offset, column))
  }

  /// The column of the first cluster at or after an offset.
  func column(of offset: Int) -> Int {
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return places[low].column
  }
}
