import Foundation
import MarfaSDK
import MarfaTerminal
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// Building a frame in memory, against touching as many cells and no more.
enum ScreenArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let rows = (0..<500).map { row(titled: setting.corpus.note($0).title, $0) }
    for size in [Size(columns: 120, rows: 40), Size(columns: 200, rows: 60)] {
      let blank = Surface(size: size).cells
      let fill = Action("as many cells assigned", count: 20) {
        var cells = blank
        for index in cells.indices { cells[index] = blank[0] }
        precondition(cells.count == blank.count)
      }
      var offset = 0
      try await report.row(
        samples: 200, .p95(seconds: 0.005), baseline: fill,
        ours: Action("list frame \(size.columns)×\(size.rows), next offset", count: 20) {
          offset = (offset + 1) % 400
          _ = frame(size, rows, offset: offset)
        })
      let (first, second) = (
        frame(size, rows, offset: 0), frame(size, rows, offset: 0, selected: 1)
      )
      try await report.row(
        samples: 200, baseline: fill,
        ours: Action("which rows differ, \(size.columns)×\(size.rows)", count: 20) {
          precondition(second.changedRows(since: first).count == 2)
        })
    }
    try await widths(report, setting)
  }

  /// Rows as the application draws them, without the panes around.
  private static func frame(
    _ size: Size, _ rows: [ListedItem], offset: Int, selected: Int = 0
  ) -> Surface {
    var surface = Surface(size: size)
    let frame = Frame(
      theme: CompiledThemes.standard, glyphs: .unicode,
      now: Date(timeIntervalSince1970: 1_700_000_000),
      calendar: Calendar(identifier: .gregorian))
    let format = RowFormat(Configuration().rowFormat)
    for line in 0..<size.rows {
      ListRowView(row: rows[offset + line], format: format, isSelected: line == selected)
        .render(in: surface.bounds.line(line), on: &surface, frame)
    }
    return surface
  }

  private static func row(titled title: String, _ index: Int) -> ListedItem {
    let time = Timestamp(milliseconds: 1_690_000_000_000 + Int64(index) * 60_000)
    return ListedItem(
      summary: ItemSummary(
        key: Int64(index), id: "\(index)", type: "core.note", state: .active, title: title,
        tags: ["tag"], isPinned: false, isFavourite: index % 7 == 0, attachmentCount: 0, version: 1,
        createdAt: time, updatedAt: time, timestamp: time, editedAt: time))
  }

  private static func widths(_ report: Report, _ setting: Setting) async throws {
    let ascii = setting.corpus.note(1).body
    let wide = String(repeating: "日本語のノート é 👩‍💻 ", count: 30)
    for (name, text) in [("ASCII", ascii), ("wide and combined", wide)] {
      try await report.row(
        samples: 200,
        baseline: Action("String.count", count: 20) { precondition(text.count > 0) },
        ours: Action("columns of 0.6 KB, \(name)", count: 20) {
          precondition(TextWidth.columns(of: text) > 0)
        })
    }
  }
}
