import TerminalUI

/// Where the panes are at a size of the terminal: a pure function of it.
package struct WorkspaceLayout: Hashable {
  /// A pane of the workspace.
  package enum Pane: Int, CaseIterable, Hashable {
    case sources, list, note
  }

  /// Widths that the person changed, in columns; nil is the default.
  package struct Preferences: Hashable, Encodable {
    package var sourcesWidth: Int?
    package var listWidth: Int?

    package init(sourcesWidth: Int? = nil, listWidth: Int? = nil) {
      self.sourcesWidth = sourcesWidth
      self.listWidth = listWidth
    }
  }

  /// The smallest terminal that can show anything.
  package static let minimum = Size(columns: 20, rows: 5)

  /// The rectangles of the panes that are shown.
  package private(set) var panes: [Pane: Rect] = [:]
  /// The columns of the rules between panes, from the left.
  package private(set) var rules: [Rect] = []
  /// The line between the panes and the bars; empty when the terminal is low.
  package private(set) var bottomRule = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The pending bar; empty while nothing is pending.
  package private(set) var pendingBar = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The status line.
  package private(set) var status = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The key bar; empty when the terminal is low.
  package private(set) var keyBar = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// Lays out a terminal of at least the minimum size.
  ///
  /// - Parameters:
  ///   - size: The terminal's size.
  ///   - focus: The pane that must be visible.
  ///   - isZoomed: Whether the focused pane takes the whole width.
  ///   - hasPendingBar: Whether something is pending or uploading.
  ///   - preferences: Widths that the person chose.
  ///   - isPlain: Whether only the focused pane is shown, without lines around it.
  package init(
    size: Size, focus: Pane, isZoomed: Bool, hasPendingBar: Bool, preferences: Preferences,
    isPlain: Bool = false
  ) {
    var area = Rect(origin: Point(column: 0, row: 0), size: size)
    if size.rows >= 8 { (area, keyBar) = area.splitBottom(1) }
    (area, status) = area.splitBottom(1)
    if hasPendingBar { (area, pendingBar) = area.splitBottom(1) }
    if size.rows >= 8, !isPlain { (area, bottomRule) = area.splitBottom(1) }
    if isZoomed || isPlain || size.columns < 70 {
      panes[focus] = area
    } else if size.columns < 110 {
      layOutTwo(area, focus: focus, preferences)
    } else {
      layOutThree(area, preferences)
    }
  }

  private mutating func layOutTwo(_ area: Rect, focus: Pane, _ preferences: Preferences) {
    let first: Pane = focus == .sources ? .sources : .list
    let second: Pane = focus == .sources ? .list : .note
    let wanted =
      first == .sources
      ? preferences.sourcesWidth ?? 24 : preferences.listWidth ?? area.columns * 2 / 5
    let width = min(max(wanted, 16), area.columns - 30)
    let (left, rest) = area.splitLeft(width)
    let (rule, right) = rest.splitLeft(1)
    panes = [first: left, second: right]
    rules = [rule]
  }

  private mutating func layOutThree(_ area: Rect, _ preferences: Preferences) {
    let sourcesWidth = min(max(preferences.sourcesWidth ?? 22, 16), area.columns / 3)
    let listDefault = min(max(area.columns / 3, 34), 64)
    let listWidth = min(
      max(preferences.listWidth ?? listDefault, 20), area.columns - sourcesWidth - 32)
    let (sources, afterSources) = area.splitLeft(sourcesWidth)
    let (firstRule, middle) = afterSources.splitLeft(1)
    let (list, afterList) = middle.splitLeft(listWidth)
    let (secondRule, note) = afterList.splitLeft(1)
    panes = [.sources: sources, .list: list, .note: note]
    rules = [firstRule, secondRule]
  }
}
