import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalUI
import Workbench

/// All tags by how many notes carry them; order, number and weight say the same.
@MainActor package final class TagCloud: Layer, Movable, Selectable {
  private let context: Context
  private let rename: Renaming
  private let tags: TagsQuery
  private var typed = TextInput()
  private var excluded: [String] = []
  /// Where the selection is while the cloud does not hold the tag that it is on.
  private var place = 0
  /// The tag that the selection is on, wherever it comes to be; nil for the first.
  private var selectedName: String?
  private var rowStarts: [Int] = []
  private var rows = RowCursor()
  private var companions = CompanionTags()

  /// Renames a tag, given how many notes each tag has, and reports the new name.
  package typealias Renaming =
    @MainActor (
      _ tag: String, _ counts: [String: Int], _ renamed: @escaping @MainActor (String) -> Void
    ) -> Void

  /// Follows all tags until it is closed.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - rename: Asks for a new name of the selected tag.
  package init(context: Context, rename: @escaping Renaming) {
    self.context = context
    self.rename = rename
    tags = context.store.queryTags()
  }

  package var keyContext: KeyContext { .tags }
  package var capturesKeys: Bool { true }
  package var hints: [ActionHint] {
    [
      ActionHint(keys: "Enter", "filter"), ActionHint(keys: "-", "exclude"),
      ActionHint(keys: "F2", "rename or merge"), ActionHint("app.cancel", "back"),
    ]
  }
  package func didClose() {
    tags.stop()
    companions.stop()
  }

  // MARK: - Which tags

  /// The tags that what was typed leaves, most used first.
  package var shown: [TagWithCount] {
    let text = typed.text
    guard !text.isEmpty else { return tags.shown }
    return tags.shown.filter { Self.holds($0.tag, text) }
  }

  /// Whether the name of a tag goes on so: then the sign is typed, else it leaves the tag out.
  private func isNamed(_ text: String) -> Bool {
    !typed.text.isEmpty && tags.shown.contains { Self.holds($0.tag, text) }
  }

  private static func holds(_ tag: String, _ text: String) -> Bool {
    text.isEmpty || tag.localizedCaseInsensitiveContains(text)
  }

  private var selectedTag: TagWithCount? {
    let shown = shown
    return shown.isEmpty ? nil : shown[selected(in: shown)]
  }

  private func selected(in shown: [TagWithCount]) -> Int {
    shown.firstIndex { $0.tag == selectedName } ?? max(0, min(place, shown.count - 1))
  }

  private func select(_ index: Int, in shown: [TagWithCount]) {
    place = max(0, min(index, shown.count - 1))
    selectedName = shown.indices.contains(place) ? shown[place].tag : nil
  }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .key(let key) = event else { return .consumed() }
    switch key.key {
    case .enter: return .consumed(activate())
    case .left: step(by: -1)
    case .right, .tab: step(by: 1)
    case .up: move(.up(1))
    case .down: move(.down(1))
    case .character("-") where !isNamed(typed.text + "-"): exclude()
    case .function(2): renameSelected()
    case .character("r") where key.modifiers == .control: renameSelected()
    default:
      switch typed.handle(key) {
      case .changed: (place, selectedName) = (0, nil)
      case .cancelled, .ignored: return .ignored
      default: break
      }
    }
    return .consumed()
  }

  private func step(by count: Int) {
    let shown = shown
    select(selected(in: shown) + count, in: shown)
  }

  /// Goes through the lines of tags as through those of a list, to the tag below or above.
  package func move(_ movement: Movement) {
    let shown = shown
    let selected = selected(in: shown)
    guard let row = rowStarts.lastIndex(where: { $0 <= selected }) else { return }
    let offset = selected - rowStarts[row]
    rows.setCount(rowStarts.count)
    rows.follow(to: row)
    rows.move(movement)
    let target = rows.selected
    guard target != row else { return }
    let end = target + 1 < rowStarts.count ? rowStarts[target + 1] : shown.count
    select(min(rowStarts[target] + offset, end - 1), in: shown)
  }

  /// Waits until the tags are there: what is typed is about them.
  package func finishReading() async { await tags.settle() }

  package func activate() -> [Effect] {
    guard let tag = selectedTag?.tag else { return [] }
    // A tag that is left out cannot be asked for as well: all other notes are meant.
    let source = excluded.contains(tag) ? Source.all : .tag(tag)
    let filter = excluded.map(Self.exclusion).joined(separator: " ")
    return [.close(self), .show(source, filter: filter)]
  }

  private static func exclusion(of tag: String) -> String {
    "-tag:" + SearchText.value(tag)
  }

  private func exclude() {
    guard let tag = selectedTag?.tag else { return }
    if let index = excluded.firstIndex(of: tag) {
      excluded.remove(at: index)
    } else {
      excluded.append(tag)
    }
  }

  private func renameSelected() {
    guard let tag = selectedTag?.tag else { return }
    let counts = tags.shown.map { ($0.tag, $0.count) }
    rename(tag, Dictionary(counts) { first, _ in first }) { [weak self] name in
      self?.follow(tag, renamedTo: name)
    }
  }

  /// The selection goes on under the new name; what is typed goes if it would hide that.
  private func follow(_ tag: String, renamedTo name: String) {
    selectedName = name
    if !Self.holds(name, typed.text) { typed = TextInput() }
    if let index = excluded.firstIndex(of: tag) {
      excluded.remove(at: index)
      if !excluded.contains(name) { excluded.append(name) }
    }
  }

  // MARK: - Drawing

  package func update(in rect: Rect, _ frame: Frame) {
    let shown = shown
    let area = area(in: rect)
    let flow = TagFlow(tags: shown, columns: area.columns)
    rowStarts = flow.rowStarts
    rows.setCount(rowStarts.count)
    rows.setHeight(area.rows)
    let selected = selected(in: shown)
    rows.select(rowStarts.lastIndex { $0 <= selected } ?? 0)
    if let tag = selectedTag?.tag { companions.follow(tag, in: context) }
  }

  private func area(in rect: Rect) -> Rect { rect.inset(left: 1, top: 2, right: 1, bottom: 2) }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let shown = shown
    drawHeader(in: rect, on: &surface, frame, count: shown.count)
    drawTags(shown, in: area(in: rect), on: &surface, frame)
    drawCompanions(in: rect.splitBottom(1).bottom, on: &surface, frame)
  }

  private func drawHeader(
    in rect: Rect, on surface: inout Surface, _ frame: Frame, count: Int
  ) {
    let line = rect.splitTop(1).top
    let column = surface.draw(
      " Tags", at: line.origin, clip: line, style: frame.style("ui.title.focus"))
    let all = tags.shown.count == 1 ? "1 tag" : "\(tags.shown.count) tags"
    surface.draw(
      typed.text.isEmpty ? "  \(all)" : "  \(count) of \(all)",
      at: Point(column: column, row: line.minRow), clip: line, style: frame.style("ui.text.dim"))
    // The field keeps its room where the words for it have none.
    let hint = rect.columns < 60 ? "> " : "type to filter: "
    let fieldWidth = 16
    let start = max(column + 18, line.maxColumn - hint.count - fieldWidth)
    surface.draw(
      hint, at: Point(column: start, row: line.minRow), clip: line,
      style: frame.style("ui.prompt.hint"))
    let field = Rect(
      column: start + hint.count, row: line.minRow,
      columns: max(0, line.maxColumn - start - hint.count), rows: 1)
    surface.draw(
      TextField(input: typed, style: frame.style("ui.prompt"), isFocused: frame.isFocused),
      in: field)
  }

  private func drawTags(
    _ shown: [TagWithCount], in area: Rect, on surface: inout Surface, _ frame: Frame
  ) {
    if shown.isEmpty {
      surface.draw(
        tags.shown.isEmpty ? "No tags yet: t tags a note." : "No tag matches.", at: area.origin,
        clip: area, style: frame.style("ui.text.dim"))
    }
    let flow = TagFlow(tags: shown, columns: area.columns)
    let selected = selected(in: shown)
    let top = rows.top
    for place in flow.places where (top..<(top + area.rows)).contains(place.row) {
      let tag = shown[place.index]
      var style = frame.style(flow.scope(of: tag.count))
      if excluded.contains(tag.tag) {
        style = style.overlaid(with: Style(modifiers: .strikethrough))
      }
      if place.index == selected { style = style.overlaid(with: frame.selectedWord) }
      let text = (excluded.contains(tag.tag) ? "-" : "") + tag.tag
      let point = Point(column: area.minColumn + place.column, row: area.minRow + place.row - top)
      let end = surface.draw(text, at: point, clip: area, style: style)
      surface.draw(
        " \(tag.count)", at: Point(column: end, row: point.row), clip: area,
        style: frame.style("ui.text.dim"))
      if place.index == selected, typed.text.isEmpty { surface.cursor = point }
    }
  }

  /// The tags that are used with the selected one, once the selection rests.
  private func drawCompanions(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let tag = selectedTag?.tag else { return }
    guard let others = companions.tags(for: tag) else { return }
    let text = others.map { "\($0.tag) \($0.count)" }.joined(separator: "   ")
    surface.drawLine(
      " \(tag) often with:  " + (others.isEmpty ? "no other tag" : text), in: rect,
      style: frame.style("ui.text.dim"), frame)
  }
}
