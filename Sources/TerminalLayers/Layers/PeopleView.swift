import MarfaSDK
import NoteEditing
import Settings
import TerminalUI
import Workbench

/// Who else is in the notes; Enter goes to one of them, `F` follows one.
@MainActor package final class PeopleView: Layer, Movable, Selectable {
  private let context: Context
  private let source: any PeopleSource
  private(set) var rows: [PersonPlace] = []
  private var cursor = RowCursor()
  private var selectedId: String?
  /// The titles of the notes, by id.
  private var titles: [String: String] = [:]
  private var asked: Set<String> = []
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)

  private static let headRows = 2

  /// The people that a source knows of.
  package init(context: Context, source: any PeopleSource) {
    (self.context, self.source) = (context, source)
  }

  package var keyContext: KeyContext { .popup }

  package var hints: [ActionHint] {
    [
      ActionHint(keys: "Enter", "go there"), ActionHint(keys: "F", "follow"),
      ActionHint("app.cancel", "back"),
    ]
  }

  private var selected: PersonPlace? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  // MARK: - Events

  package func move(_ movement: Movement) {
    cursor.move(movement)
    selectedId = selected?.person.id
  }

  package func activate() -> [Effect] {
    guard let selected else { return [] }
    return [.close(self), .call { [source] in source.go(to: selected) }]
  }

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .key(let key) = event, key.key == .character("F"), let selected else {
      return .ignored
    }
    return .consumed([.close(self), .call { [source] in source.follow(selected) }])
  }

  // MARK: - Frames

  package func update(in rect: Rect, _ frame: Frame) {
    rows = source.places()
    area = Rect(
      column: rect.minColumn, row: rect.minRow + Self.headRows, columns: rect.columns,
      rows: max(0, rect.rows - Self.headRows))
    cursor.setCount(rows.count)
    cursor.setHeight(area.rows)
    if let index = rows.firstIndex(where: { $0.person.id == selectedId }) {
      cursor.follow(to: index)
    }
    selectedId = selected?.person.id
    readTitles()
  }

  /// Asks once for the title of each note.
  private func readTitles() {
    let new = Set(rows.map(\.noteId)).subtracting(asked)
    guard !new.isEmpty else { return }
    asked.formUnion(new)
    context.work.perform("Reading the notes of the people") { [self] in
      for id in new {
        titles[id] = NoteContent(try await context.client.store.noteText(id: id)).displayTitle
      }
    }
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    surface.drawLine(
      " People", in: rect.splitTop(1).top, style: frame.style("ui.title.focus"), frame)
    for index in cursor.visible {
      draw(
        rows[index], index == cursor.selected, in: area.line(index - cursor.top), &surface, frame)
    }
    if rows.isEmpty {
      surface.drawLine(
        emptyText, in: area.inset(left: 2), style: frame.style("ui.text.dim"), frame)
    }
    guard frame.isFocused else { return }
    surface.cursor = Point(column: area.minColumn, row: area.minRow + cursor.selected - cursor.top)
  }

  private var emptyText: String {
    let sentence = context.sync.status?.connection.sentence ?? ""
    return sentence.isEmpty ? "Nobody else is in a note of yours." : sentence
  }

  private static let nameColumns = 26

  private func draw(
    _ place: PersonPlace, _ isSelected: Bool, in line: Rect, _ surface: inout Surface,
    _ frame: Frame
  ) {
    var style = frame.style("ui.text")
    if isSelected { style = style.overlaid(with: frame.style("ui.selection")) }
    surface.fill(line, style: style)
    if isSelected, let bar = frame.selectionBar(on: style) {
      surface.draw(bar.text, at: line.origin, clip: line, style: bar.style)
    }
    let (name, rest) = line.inset(left: 2, right: 1)
      .splitLeft(min(Self.nameColumns, line.columns / 2))
    surface.drawLine(
      "\(frame.glyphs.presence)\(place.person.name)", in: name.inset(right: 1),
      style: frame.style("presence.\(place.person.style + 1)", on: style), frame)
    let idle = place.person.isIdle(at: frame.elapsed) ? "idle" : ""
    let (title, words) = rest.splitLeft(rest.columns - idle.count)
    surface.drawLine(
      titles[place.noteId] ?? "", in: title.inset(right: 1), style: style, frame)
    surface.drawLine(idle, in: words, style: frame.style("ui.text.dim", on: style), frame)
  }
}

/// Where a view gets people from, and what can be done about one.
@MainActor package protocol PeopleSource {
  /// Everybody with their note.
  func places() -> [PersonPlace]
  /// Goes to where somebody is.
  func go(to place: PersonPlace)
  /// Keeps the cursor where somebody is.
  func follow(_ place: PersonPlace)
}

/// Somebody in a note.
package struct PersonPlace: Hashable {
  /// Who.
  package var person: PersonHere
  /// The note's id.
  package var noteId: String

  /// Somebody in a note.
  package init(person: PersonHere, noteId: String) {
    (self.person, self.noteId) = (person, noteId)
  }
}
