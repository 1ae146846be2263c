import Foundation
import Settings
import TerminalUI
import Workbench

/// One line of the sync drawer as it is drawn.
struct SyncDrawerRowView {
  let row: SyncDrawerRow
  let isSelected: Bool

  private static let verbColumns = 10
  private static let ageColumns = 10

  /// Draws verb, title, age and state, and the server's words where there is room.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    if case .heading(let text, let count) = row {
      return surface.drawLine(
        " \(text) \(count)", in: rect, style: frame.style("ui.title"), frame)
    }
    var style = frame.style("ui.text")
    if isSelected { style = style.overlaid(with: frame.style("ui.selection")) }
    surface.fill(rect, style: style)
    let mark = isSelected ? String(frame.glyphs.selectionBar) : " "
    surface.draw(
      mark, at: rect.origin, clip: rect, style: frame.style("ui.title.focus", on: style))
    var (left, rest) = rect.inset(left: 2, right: 1).splitLeft(Self.verbColumns)
    surface.drawLine(row.verb, in: left, style: style, frame)
    let stateColumns = rect.columns >= 70 ? 24 : 0
    let wordColumns = rect.columns >= 110 ? rect.columns * 2 / 5 : 0
    // What has no age, such as a question, has its columns for the title.
    let ageColumns = row.date == nil ? 0 : Self.ageColumns
    let titleColumns = max(8, rest.columns - ageColumns - stateColumns - wordColumns)
    (left, rest) = rest.splitLeft(titleColumns)
    surface.drawLine(
      row.title, in: left.inset(right: 1), style: style, frame)
    (left, rest) = rest.splitLeft(ageColumns)
    surface.drawLine(age(frame), in: left, style: frame.style("ui.text.dim", on: style), frame)
    (left, rest) = rest.splitLeft(stateColumns)
    surface.drawLine(
      row.state(at: frame.now), in: left, style: frame.style("sync.pending", on: style), frame)
    surface.drawLine(
      row.isFailure ? row.words : "", in: rest, style: frame.style("sync.error", on: style),
      frame)
  }

  @MainActor private func age(_ frame: Frame) -> String {
    row.date.map { frame.relativeTime($0) } ?? ""
  }
}
