import TerminalUI

/// One row of a picker as it is drawn.
struct PickerRowView {
  private let row: PickerRow
  private let isSelected: Bool

  init(row: PickerRow, isSelected: Bool) {
    self.row = row
    self.isSelected = isSelected
  }

  /// Draws check mark, title with the matched characters marked, and the detail at the right; after
  /// the title of what cannot be chosen the reason.
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    var style = frame.style("ui.popup")
    if row.unavailableReason != nil {
      style = style.overlaid(with: frame.style("ui.help.disabled"))
    }
    if isSelected { style = style.overlaid(with: frame.style("ui.selection")) }
    surface.fill(rect, style: style)
    if isSelected, let bar = frame.selectionBar(on: style) {
      surface.draw(bar.text, at: rect.origin, clip: rect, style: bar.style)
    }
    var column = rect.minColumn + 1
    if let isChecked = row.isChecked {
      column = surface.draw(
        isChecked ? "[x] " : "[ ] ", at: Point(column: column, row: rect.minRow), clip: rect,
        style: style)
    }
    // The title keeps at least half of the row.
    let detail = TextWidth.truncated(
      row.detail, to: rect.columns / 2, ellipsis: frame.glyphs.ellipsis)
    let detailWidth = detail.isEmpty ? 0 : TextWidth.columns(of: detail) + 2
    drawTitle(
      from: column, room: rect.maxColumn - detailWidth - column, in: rect, on: &surface,
      style: style, frame)
    surface.draw(
      detail, at: Point(column: rect.maxColumn - detailWidth + 1, row: rect.minRow),
      clip: rect, style: frame.style("ui.text.dim", on: style))
  }

  private func drawTitle(
    from start: Int, room: Int, in rect: Rect, on surface: inout Surface, style: Style,
    _ frame: Frame
  ) {
    let title = TextWidth.truncated(row.title, to: max(0, room), ellipsis: frame.glyphs.ellipsis)
    let matched = Set(row.matches)
    let match = frame.style("ui.match", on: style)
    var column = start
    for (index, character) in title.enumerated() {
      column = surface.draw(
        String(character), at: Point(column: column, row: rect.minRow), clip: rect,
        style: matched.contains(index) ? match : style)
    }
    // In words why it cannot be chosen: dimmed letters alone say too little.
    guard let reason = row.unavailableReason else { return }
    let rest = Rect(
      column: column + 2, row: rect.minRow, columns: start + room - column - 2, rows: 1)
    surface.drawLine(reason, in: rest.intersection(rect), style: style, frame)
  }
}
