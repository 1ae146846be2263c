import TerminalUI

/// Where others are in the text, as it is drawn.
extension Editor {
  /// What others have selected, as overlays in UTF-8 bytes.
  func selectionsOfOthers(_ styles: EditorStyles) -> [(range: Range<Int>, style: Style)] {
    others.compactMap { other in
      other.selection.isEmpty ? nil : (other.selection, styles.style(of: other))
    }
  }

  /// Draws the carets of others: the character that a caret is on is reversed, and after a line's
  /// end the sign of the person is.
  func drawCarets(
    of rows: [VisualRow], on surface: inout Surface, _ rect: Rect, _ styles: EditorStyles
  ) {
    for other in others {
      guard let cell = cell(of: other.head, in: rows) else { continue }
      let place = Point(column: rect.minColumn + cell.column, row: rect.minRow + cell.row)
      var style = styles.style(of: other)
      style.modifiers.remove(.underlined)
      style.modifiers.insert(.reversed)
      let head = min(other.head, buffer.byteCount)
      guard head < buffer.byteCount, !buffer.isLineBreak(at: head) else {
        surface.draw(String(other.sign), at: place, clip: rect, style: style)
        continue
      }
      let end = layout.column(of: buffer.offset(after: head), in: rows[cell.row])
      let area = Rect(
        column: place.column, row: place.row, columns: max(1, end - cell.column), rows: 1)
      surface.restyle(area.intersection(rect), style)
    }
  }

  /// The rows of the pane in which others are, from 0, each person once.
  public var rowsOfOthers: [(row: Int, other: OtherCaret)] {
    guard !others.isEmpty else { return [] }
    let rows = layout.rows(from: caughtUp.viewport.top, count: viewport.size.rows)
    return others.compactMap { other in cell(of: other.head, in: rows).map { ($0.row, other) } }
  }
}

extension EditorStyles {
  /// The style of somebody else.
  func style(of other: OtherCaret) -> Style {
    others.isEmpty ? text : others[abs(other.style) % others.count]
  }
}
