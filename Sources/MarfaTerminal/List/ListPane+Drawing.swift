import MarfaSDK
import Settings
import TerminalLayers
import TerminalUI
import Workbench

extension ListPane {
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    PaneHeader(
      number: 2, title: filter.isEmpty ? source.title : "\(source.title) / \(filter)",
      count: countText, trailing: trailing
    ).render(in: rect, on: &surface, frame)
    let area = rect.inset(top: Self.headerRows)
    if window.count == 0 { drawEmpty(in: area, on: &surface, frame) }
    drawRows(in: area, on: &surface, frame)
    drawError(in: area, on: &surface, frame)
    if frame.isFocused {
      surface.cursor = place(of: cursor.selected, in: area).origin
    }
  }

  private func drawRows(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    let format = RowFormat(context.settings.configuration.rowFormat)
    for index in cursor.visible {
      guard let row = window[index] else { continue }
      var view = view(of: row, format)
      view.isSelected = index == cursor.selected
      view.signColumns = signColumns
      view.render(in: place(of: index, in: area), on: &surface, frame)
    }
  }

  private func view(of row: ListedItem, _ format: RowFormat) -> ListRowView {
    var view = ListRowView(
      row: row, format: format, match: lines[row], place: places[row], commonTag: source.tag,
      isMarked: marked.contains(row.id))
    view.people = context.people.people(in: row.id)
    view.showsUnsent = unsent.shows(row)
    return view
  }

  /// Follows which rows in view have signs, before a frame.
  ///
  /// A list gets columns for them with the first that is seen, and keeps these until it is another
  /// list: rows move sideways once at most.
  func followSigns() {
    let rows = cursor.visible.compactMap { window[$0] }
    unsent.follow(rows)
    widenSigns(to: rows.map { view(of: $0, RowFormat("")).signCount }.max() ?? 0)
  }

  func place(of index: Int, in area: Rect) -> Rect {
    Rect(
      column: area.minColumn, row: area.minRow + (index - cursor.top) * rowHeight,
      columns: area.columns, rows: rowHeight)
  }

  private var trailing: String {
    if !marked.isEmpty { return "\(marked.count) marked" }
    if let word = missingWord { return word }
    return window.newAbove > 0 ? "\(window.newAbove) new ↑" : ""
  }
}
