import TerminalLayers
import TerminalUI
import Workbench

/// One line of the sources pane as it is drawn.
package struct SourceRowView {
  private let row: SourceRow
  private let isSelected: Bool

  package init(row: SourceRow, isSelected: Bool) {
    self.row = row
    self.isSelected = isSelected
  }

  /// Draws the line.
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    switch row.content {
    case .blank: return
    case .heading(let text):
      surface.draw(
        " " + text, at: rect.origin, clip: rect, style: frame.style("ui.title"))
    case .more(let count):
      surface.drawLine(
        "   \(frame.glyphs.ellipsis) \(count) more", in: rect, style: frame.style("ui.text.dim"),
        frame)
    case .source(let source, let count): drawSource(source, count, in: rect, on: &surface, frame)
    }
  }

  private func drawSource(
    _ source: Source, _ count: Int?, in rect: Rect, on surface: inout Surface, _ frame: Frame
  ) {
    var style = frame.style("ui.text")
    if isSelected {
      style = style.overlaid(
        with: frame.style(frame.isFocused ? "ui.selection" : "ui.selection.inactive"))
      surface.fill(rect, style: style)
    }
    let number = count.map(String.init) ?? ""
    let numberWidth = number.isEmpty ? 0 : TextWidth.columns(of: number) + 1
    let mark: Character =
      switch row.isExpanded {
      case true?: frame.glyphs.unfolded
      case false?: frame.glyphs.folded
      case nil: row.depth > 0 ? frame.glyphs.bullet : " "
      }
    let indent = String(repeating: "  ", count: row.depth)
    let text = " \(indent)\(mark) \(source.title)"
    let room = rect.columns - numberWidth - 1
    surface.draw(
      TextWidth.truncated(text, to: max(0, room), ellipsis: frame.glyphs.ellipsis),
      at: rect.origin, clip: rect, style: style)
    if isSelected, let bar = frame.selectionBar(on: style) {
      surface.draw(bar.text, at: rect.origin, clip: rect, style: bar.style)
    }
    surface.draw(
      number, at: Point(column: rect.maxColumn - numberWidth, row: rect.minRow), clip: rect,
      style: frame.style("ui.text.dim", on: style))
  }
}
