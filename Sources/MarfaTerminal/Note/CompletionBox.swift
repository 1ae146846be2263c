import Editor
import MarfaSDK
import TerminalUI

/// Names that complete what is being typed after `[[` or `#`, below the cursor.
@MainActor package final class CompletionBox {
  private unowned let application: Application
  private let titles: TitleSearch
  private let tags: TagsQuery
  private var request: CompletionRequest?
  private var cursor = ListCursor()

  package init(application: Application) {
    self.application = application
    titles = TitleSearch(application: application)
    tags = application.store.queryTags()
  }

  /// The names for what is typed, best first; at most eight.
  var names: [String] {
    guard let request else { return [] }
    switch request.kind {
    case .link: return titles.matches.prefix(8).map(\.title)
    case .tag:
      let rows = tags.tags.map { PickerRow(id: $0.tag, title: $0.tag) }
      return FuzzyRows.matching(rows, request.query).prefix(8).map(\.id)
    }
  }

  /// What is typed has changed.
  package func update(_ request: CompletionRequest) {
    self.request = request
    if request.kind == .link { titles.search(request.query) }
    cursor = ListCursor(count: names.count)
  }

  /// Takes the keys that choose; all others are for the editor.
  package func handle(_ key: KeyEvent, in session: NoteSession) -> EventResult {
    let names = names
    guard request != nil, !names.isEmpty, key.modifiers.isEmpty else { return .ignored }
    cursor.setCount(names.count)
    switch key.key {
    case .down: cursor.move(.down(1))
    case .up: cursor.move(.up(1))
    case .enter, .tab:
      let effects = session.editor.acceptCompletion(
        names[cursor.selected], at: application.elapsed())
      _ = application.workspace.note.perform(effects)
    default: return .ignored
    }
    return .consumed
  }

  /// Draws the names below the cursor, or above it where there is no room below.
  package func render(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    let names = names
    guard !names.isEmpty else { return }
    cursor.setCount(names.count)
    let width = min(area.columns, (names.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2)
    let height = min(names.count, area.rows)
    let below = surface.cursor.row + 1
    let row = below + height <= area.maxRow ? below : max(area.minRow, surface.cursor.row - height)
    let column = min(surface.cursor.column, area.maxColumn - width)
    for (index, name) in names.prefix(height).enumerated() {
      let line = Rect(column: column, row: row + index, columns: width, rows: 1)
      let style = frame.style("ui.popup").overlaid(
        with: index == cursor.selected ? frame.style("ui.selection") : .plain)
      surface.fill(line, style: style)
      surface.draw(
        TextWidth.truncated(name, to: width - 2, ellipsis: frame.glyphs.ellipsis),
        at: Point(column: column + 1, row: line.minRow), clip: line, style: style)
    }
  }
}
