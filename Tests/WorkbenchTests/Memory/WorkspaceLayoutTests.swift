import TerminalUI
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct WorkspaceLayoutTests {
  private func layout(
    _ columns: Int, _ rows: Int, focus: WorkspaceLayout.Pane = .list, isZoomed: Bool = false
  ) -> WorkspaceLayout {
    WorkspaceLayout(
      size: Size(columns: columns, rows: rows), focus: focus, isZoomed: isZoomed,
      hasPendingBar: false, preferences: .init())
  }

  @Test(arguments: [(110, 3), (200, 3), (109, 2), (70, 2), (69, 1), (20, 1)])
  func `the width decides how many panes there are`(columns: Int, panes: Int) {
    #expect(layout(columns, 24).panes.count == panes)
  }

  @Test func `the focused pane is always there`() {
    for columns in [20, 40, 69, 70, 109, 110, 200] {
      for pane in WorkspaceLayout.Pane.allCases where columns < 70 || columns >= 110 {
        #expect(layout(columns, 24, focus: pane).panes[pane] != nil)
      }
    }
  }

  @Test func `a zoomed pane is alone at any width`() {
    #expect(layout(200, 60, focus: .note, isZoomed: true).panes.map(\.key) == [.note])
  }

  @Test func `no two parts share a cell and every cell has its part`() {
    for columns in stride(from: 20, through: 220, by: 7) {
      for rows in [5, 8, 12, 24, 60] {
        let layout = layout(columns, rows)
        var parts = Array(layout.panes.values) + layout.rules
        parts += [layout.bottomRule, layout.status, layout.keyBar, layout.pendingBar]
        var covered = 0
        for (index, part) in parts.enumerated() {
          covered += part.columns * part.rows
          for other in parts[(index + 1)...] { #expect(part.intersection(other).isEmpty) }
        }

        #expect(covered == columns * rows, "\(columns)×\(rows)")
      }
    }
  }
}
