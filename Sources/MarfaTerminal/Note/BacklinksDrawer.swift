import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// What links to the shown note, below it: title and line of each link.
///
/// It follows the links in the store, and reads titles and lines again only when a link came or
/// went, never while the person types.
@MainActor package final class BacklinksDrawer: Component, Movable, Selectable {
  /// Where it was drawn in the last frame; empty while it is not shown.
  package private(set) var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// How often titles and lines were read.
  package private(set) var reads = 0
  /// Whether the pane has no room for it.
  package var isHidden = false

  private let context: Context
  private let id: String
  private let edges: BackrefsQuery
  private var readFor: [Edge]?
  private var places: [Place] = []
  private var cursor = RowCursor()
  private var loading: Task<Void, Never>?

  /// A line that links here.
  private struct Place: Hashable {
    var itemId: String
    var title: String
    var line: Int
    var text: String
  }

  package init(context: Context, id: String) {
    self.context = context
    self.id = id
    edges = context.store.queryBackrefs(to: [id], edgeType: "references")
  }

  /// Whether it is on the screen.
  package var isShown: Bool { !area.isEmpty }

  /// Ends the following of links.
  package func stop() {
    edges.stop()
    loading?.cancel()
  }

  /// The pane has no room for it.
  package func hide() {
    isHidden = true
    clear()
  }

  private func clear() { area = Rect(column: 0, row: 0, columns: 0, rows: 0) }

  /// Reads titles and lines again if a link came or went since.
  package func followEdges() {
    guard !edges.isLoading, let links = edges.edgesByTarget[id], links != readFor else { return }
    readFor = links
    loading?.cancel()
    guard !links.isEmpty else {
      places = []
      return
    }
    reads += 1
    loading = Task { [weak self, context, id] in
      do {
        let mentions = try await context.client.store.backlinks(to: id)
        guard !Task.isCancelled else { return }
        self?.places = Self.places(of: mentions)
      } catch {
        context.messages.error(
          "The backlinks cannot be read: \(ErrorText.sentence(for: error))")
      }
      context.host.requestFrame()
    }
  }

  /// Waits until titles and lines are read.
  package func finishLoading() async { await loading?.value }

  /// Waits until it is known what links here.
  package func finishFirstReading() async {
    await edges.settle()
    followEdges()
    await loading?.value
  }

  /// The rows that it takes below a note: a quarter at most, none without links.
  package func wantedRows(of rows: Int) -> Int {
    places.isEmpty || isHidden ? 0 : min(places.count + 2, max(4, rows / 4))
  }

  private static func places(of mentions: [Mention]) -> [Place] {
    mentions.flatMap { mention in
      let sign = mention.source.state == .archived ? " (in the archive)" : ""
      let title = (mention.source.title.isEmpty ? "Untitled" : mention.source.title) + sign
      let lines = mention.lines.map {
        Place(
          itemId: mention.id, title: title, line: $0.number,
          text: MentionText.shown($0.text))
      }
      return lines.isEmpty
        ? [Place(itemId: mention.id, title: title, line: 0, text: "")] : lines
    }
  }

  // MARK: - Component

  package var keyContext: KeyContext { .drawer }

  package var hints: [ActionHint] {
    [ActionHint("note.open", "open"), ActionHint("app.cancel", "back")]
  }

  package func move(_ movement: Movement) { cursor.move(movement) }

  package func activate() -> [Effect] {
    guard places.indices.contains(cursor.selected) else { return [] }
    let place = places[cursor.selected]
    return [.open(id: place.itemId, line: place.line)]
  }

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .mouse(let mouse) = event else { return .ignored }
    switch mouse.action {
    case .wheelDown: cursor.scrollWindow(by: 3)
    case .wheelUp: cursor.scrollWindow(by: -3)
    case .press:
      let row = mouse.location.row - area.minRow - Self.headRows
      guard cursor.visible.contains(cursor.top + row), row >= 0 else { return .consumed() }
      cursor.select(cursor.top + row)
      return .consumed(activate())
    default: return .ignored
    }
    return .consumed()
  }

  // MARK: - Drawing

  private static let headRows = 2

  package func update(in rect: Rect, _ frame: Frame) {
    guard rect.rows > Self.headRows else { return clear() }
    area = rect
    cursor.setHeight(rect.rows - Self.headRows)
    cursor.setCount(places.count)
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    drawHead(in: rect.inset(top: 1).splitTop(1).top, on: &surface, frame)
    let rows = rect.inset(top: Self.headRows)
    let longest = places.map { TextWidth.columns(of: $0.title) }.max() ?? 0
    let titleWidth = min(longest, rows.columns / 2)
    for index in cursor.visible {
      let line = rows.inset(top: index - cursor.top).splitTop(1).top
      draw(
        places[index], titleWidth, isSelected: index == cursor.selected, in: line, &surface, frame)
    }
    if frame.isFocused {
      surface.cursor = Point(
        column: rows.minColumn, row: rows.minRow + cursor.selected - cursor.top)
    }
  }

  private func drawHead(in line: Rect, on surface: inout Surface, _ frame: Frame) {
    if !frame.isPlain {
      surface.fill(line, with: frame.glyphs.border.horizontal, style: frame.style("ui.border"))
    }
    surface.draw(
      " Backlinks ", at: Point(column: line.minColumn + 2, row: line.minRow), clip: line,
      style: frame.style(frame.isFocused ? "ui.title.focus" : "ui.title"))
  }

  private func draw(
    _ place: Place, _ titleWidth: Int, isSelected: Bool, in line: Rect,
    _ surface: inout Surface, _ frame: Frame
  ) {
    let base =
      isSelected && frame.isFocused
      ? frame.style("ui.text").overlaid(with: frame.style("ui.selection"))
      : frame.style("ui.text")
    surface.fill(line, style: base)
    let (title, rest) = line.splitLeft(titleWidth)
    surface.drawLine(place.title, in: title, style: base, frame)
    guard !place.text.isEmpty else { return }
    surface.drawLine(
      "\"\(place.text)\"", in: rest.inset(left: 2),
      style: isSelected && frame.isFocused ? base : frame.style("ui.text.dim"), frame)
  }
}
