import Editor
import MarfaSDK
import NoteEditing
import NoteMarkup
import TerminalLayers
import TerminalUI
import Workbench

/// Names that complete what is being typed after `[[` or `#`, below the cursor.
@MainActor package final class CompletionBox {
  private let context: Context
  private let noteId: String
  private let titles: TitleSearch
  private let tags: TagsQuery
  private var request: CompletionRequest?
  private var cursor = RowCursor()

  /// Offers the titles and tags that a text may name next.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - noteId: The note that is typed in, to which no link is offered.
  package init(context: Context, noteId: String) {
    self.context = context
    self.noteId = noteId
    titles = TitleSearch(context: context, order: .changes)
    tags = context.store.queryTags()
  }

  /// A name that is offered.
  struct Choice: Hashable {
    /// What is shown.
    var name: String
    /// The note, if it is one.
    var id: String?
    /// What distinguishes it from others of the same name.
    var detail = ""
  }

  /// The names for what is typed, best first; at most eight.
  var choices: [Choice] {
    guard let request else { return [] }
    switch request.kind {
    case .link:
      // The note that is typed in is always the one changed last.
      let matches = Array(titles.matches.lazy.filter { [noteId] in $0.id != noteId }.prefix(8))
      let counts = Dictionary(matches.map { ($0.title, 1) }, uniquingKeysWith: +)
      return zip(matches, context.details(of: matches)).map { match, detail in
        Choice(
          name: match.title, id: match.id, detail: counts[match.title] == 1 ? "" : detail)
      }
    case .tag:
      let rows = tags.shown.map { PickerRow(id: $0.tag, title: $0.tag) }
      return FuzzyRows.matching(rows, request.query).prefix(8).map { Choice(name: $0.id) }
    }
  }

  /// What is typed has changed.
  package func update(_ request: CompletionRequest) {
    self.request = request
    if request.kind == .link { titles.search(request.query) }
    cursor = RowCursor(count: choices.count)
  }

  /// The names may be others than in the last frame.
  package func prepare() {
    titles.reportError()
    cursor.setCount(choices.count)
  }

  /// Takes the keys that choose; all others are for the editor.
  ///
  /// - Returns: What the editor asks for after it; nil when the key is for the editor.
  package func handle(_ key: KeyEvent, in session: NoteSession) -> [EditorEffect]? {
    let choices = choices
    guard request != nil, !choices.isEmpty, key.modifiers.isEmpty else { return nil }
    cursor.setCount(choices.count)
    switch key.key {
    case .down: cursor.move(.down(1))
    case .up: cursor.move(.up(1))
    case .enter, .tab:
      return session.editor.acceptCompletion(
        text(of: choices[cursor.selected]), at: context.elapsed())
    default: return nil
    }
    return []
  }

  /// What is put into the text.
  private func text(of choice: Choice) -> String {
    guard let id = choice.id else { return choice.name }
    return NoteLink.text(to: id, titled: choice.name, of: titles.count(titled: choice.name))
  }

  /// Draws the names in a box below the cursor, or above it where there is no room below; without a
  /// frame where there is no room for it.
  package func render(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    let choices = choices
    guard !choices.isEmpty else { return }
    let names = (choices.map { Self.columns(of: $0) }.max() ?? 0) + 2
    let free = max(area.maxRow - surface.cursor.row - 1, surface.cursor.row - area.minRow)
    let edge = frame.isPlain || free < 3 || area.columns < 8 ? 0 : 1
    let width = min(area.columns, names + 2 * edge)
    let height = min(choices.count + 2 * edge, max(1, free))
    let below = surface.cursor.row + 1
    let row = below + height <= area.maxRow ? below : max(area.minRow, surface.cursor.row - height)
    let column = min(surface.cursor.column, area.maxColumn - width)
    let box = Rect(column: column, row: row, columns: width, rows: height)
    surface.clear(box, style: frame.style("ui.text").overlaid(with: frame.style("ui.popup")))
    if edge > 0 {
      surface.draw(
        Box(
          glyphs: frame.glyphs, style: frame.style("ui.popup.border"),
          fill: frame.style("ui.popup")), in: box)
    }
    drawRows(
      choices, in: box.inset(left: edge, top: edge, right: edge, bottom: edge), &surface, frame)
  }

  /// Draws as many names as there is room for, the selected one among them.
  private func drawRows(
    _ choices: [Choice], in area: Rect, _ surface: inout Surface, _ frame: Frame
  ) {
    let first = max(0, cursor.selected - area.rows + 1)
    for (index, choice) in choices.enumerated().dropFirst(first).prefix(area.rows) {
      let line = Rect(
        column: area.minColumn, row: area.minRow + index - first, columns: area.columns, rows: 1)
      let style = frame.style("ui.popup").overlaid(
        with: index == cursor.selected ? frame.style("ui.selection") : .plain)
      surface.fill(line, style: style)
      if index == cursor.selected, let bar = frame.selectionBar(on: style) {
        surface.draw(bar.text, at: line.origin, clip: line, style: bar.style)
      }
      draw(choice, in: line.inset(left: 1, right: 1), on: &surface, style: style, frame)
    }
  }

  private static func columns(of choice: Choice) -> Int {
    TextWidth.columns(of: choice.name)
      + (choice.detail.isEmpty ? 0 : TextWidth.columns(of: choice.detail) + 2)
  }

  /// The name, and the detail at the right, which has at most half of the room.
  private func draw(
    _ choice: Choice, in room: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    let ellipsis = frame.glyphs.ellipsis
    let detail = TextWidth.truncated(choice.detail, to: room.columns / 2, ellipsis: ellipsis)
    let width = TextWidth.columns(of: detail)
    surface.draw(
      TextWidth.truncated(
        choice.name, to: room.columns - (width == 0 ? 0 : width + 2), ellipsis: ellipsis),
      at: room.origin, clip: room, style: style)
    surface.draw(
      detail, at: Point(column: room.maxColumn - width, row: room.minRow), clip: room,
      style: frame.style("ui.text.dim", on: style))
  }
}
