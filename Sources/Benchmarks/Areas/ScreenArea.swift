import Foundation
import TerminalUI

/// Building a frame in memory, against touching as many cells and no more.
enum ScreenArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let titles = (0..<500).map { setting.corpus.note($0).title }
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
          _ = frame(size, titles, offset: offset)
        })
      let (first, second) = (
        frame(size, titles, offset: 0), frame(size, titles, offset: 0, selected: 1)
      )
      try await report.row(
        samples: 200, baseline: fill,
        ours: Action("which rows differ, \(size.columns)×\(size.rows)", count: 20) {
          precondition(second.changedRows(since: first).count == 2)
        })
    }
    try await widths(report, setting)
  }

  private static func frame(
    _ size: Size, _ titles: [String], offset: Int, selected: Int = 0
  ) -> Surface {
    var surface = Surface(size: size)
    let window = ScrollWindow(total: titles.count, height: size.rows, offset: offset)
    let list = ListView(window: window, selection: offset + selected, isFocused: true) { index in
      ListRow(
        StyledText(titles[index]), leading: [.init("•", columns: 2)],
        trailing: [.init("12:30", columns: 6, alignment: .trailing)])
    }
    list.render(in: surface.bounds, on: &surface)
    return surface
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
