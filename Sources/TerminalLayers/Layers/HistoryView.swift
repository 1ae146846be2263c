import MarfaSDK
import Settings
import TerminalUI

/// The earlier versions of a note, and next to them what has changed since the selected one.
@MainActor package final class HistoryView: Layer, Movable, Selectable {
  /// A version that can be restored.
  package struct Version: Hashable {
    /// The version as it is kept.
    package var version: ItemVersion
    /// Its text.
    package var text: String { version.properties["body"]?.stringValue ?? "" }
    /// Its title, where it has one of its own.
    package var title: String { version.properties["title"]?.stringValue ?? "" }
  }

  /// What is shown next to the list.
  private enum Side: Hashable {
    case changes, text
  }

  private let title: String
  private let present: String
  private let source: NoteVersions
  private var versions: [Version]
  /// The state of the server's part.
  private var standing: String?
  private let context: Context
  private let restore: @MainActor (ItemVersion) -> Void
  private var cursor: RowCursor
  private var side = Side.changes
  /// How far the text at the side is scrolled.
  private var top = 0
  private var textRows = 1
  /// What the rows at the side were made for.
  private var shown: Shown?
  /// The difference that was last made, and the version that it is from.
  private var compared: (id: String, difference: WordDifference)?
  private var comparing: Task<Void, Never>?
  private var rows: [StyledText] = []

  private struct Shown: Hashable {
    var index: Int
    var side: Side
    var columns: Int
    var theme: Theme
  }

  /// Shows versions.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - title: The note's title.
  ///   - present: The note's text now.
  ///   - versions: The versions; those of the server join the list when it answers.
  ///   - restore: Called with the version that is to be restored; it asks.
  package init(
    context: Context, title: String, present: String, versions: NoteVersions,
    restore: @escaping @MainActor (ItemVersion) -> Void
  ) {
    self.context = context
    self.title = title
    self.present = present
    source = versions
    self.versions = versions.all.map { Version(version: $0) }
    self.restore = restore
    cursor = RowCursor(count: self.versions.count)
  }

  package var keyContext: KeyContext { .popup }

  package var hints: [ActionHint] {
    if versions.isEmpty { return [ActionHint("app.cancel", "back")] }
    return [
      ActionHint(keys: "Enter", "restore"),
      ActionHint(keys: "Tab", side == .changes ? "whole text" : "changes"),
      ActionHint(keys: "PgDn", "scroll"), ActionHint("app.cancel", "back"),
    ]
  }

  package var placeText: String {
    versions.isEmpty ? "" : "\(cursor.selected + 1) of \(versions.count)"
  }

  private var selected: Version? {
    versions.indices.contains(cursor.selected) ? versions[cursor.selected] : nil
  }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .key(let key) = event, key.key == .tab else { return .ignored }
    side = side == .changes ? .text : .changes
    top = 0
    return .consumed()
  }

  package func move(_ movement: Movement) {
    switch movement {
    case .halfPageDown: scroll(by: textRows / 2)
    case .halfPageUp: scroll(by: -textRows / 2)
    case .pageDown: scroll(by: textRows - 1)
    case .pageUp: scroll(by: 1 - textRows)
    default:
      cursor.move(movement)
      top = 0
    }
  }

  private func scroll(by count: Int) {
    top = min(max(0, top + count), max(0, rows.count - textRows))
  }

  package func activate() -> [Effect] {
    guard let selected else { return [] }
    let restore = restore
    return [.call { restore(selected.version) }]
  }

  // MARK: - Drawing

  private static let listColumns = 30

  /// Next to each other where there is room, else below each other.
  private func areas(in rect: Rect) -> (list: Rect, text: Rect, isBeside: Bool) {
    let below = rect.splitTop(2).rest
    let body = standing == nil ? below : below.splitBottom(1).rest
    guard rect.columns >= 70 else {
      let (list, rest) = body.splitTop(min(versions.count, max(2, body.rows / 3)))
      return (list, rest.inset(left: 1, top: 1, right: 1), false)
    }
    let (list, rest) = body.splitLeft(Self.listColumns)
    return (list, rest.inset(left: 2, right: 1), true)
  }

  package func update(in rect: Rect, _ frame: Frame) {
    readVersions(frame)
    let areas = areas(in: rect)
    cursor.setHeight(areas.list.rows)
    textRows = max(1, areas.text.rows)
    let wanted = Shown(
      index: cursor.selected, side: side, columns: areas.text.columns, theme: frame.theme)
    guard wanted != shown else { return }
    shown = wanted
    rows = sideRows(columns: areas.text.columns, frame)
    scroll(by: 0)
  }

  /// Takes what the server has answered since; the selection stays on its version.
  private func readVersions(_ frame: Frame) {
    standing = source.standing(frame)
    let all = source.all
    guard all != versions.map(\.version) else { return }
    let old = selected?.version.id
    versions = all.map { Version(version: $0) }
    cursor.setCount(versions.count)
    if let index = all.firstIndex(where: { $0.id == old }) { cursor.select(index) }
    shown = nil
  }

  private func sideRows(columns: Int, _ frame: Frame) -> [StyledText] {
    guard let selected else { return [] }
    if side == .text {
      return Self.wrapped(selected.text.prefix(Self.longestText), columns: columns)
    }
    guard let change = difference(from: selected) else {
      return [StyledText("comparing …", style: frame.style("ui.text.dim"))]
    }
    guard !change.isEmpty else {
      return [StyledText("The text is the same as now.", style: frame.style("ui.text.dim"))]
    }
    return DifferenceRows(change, columns: columns, frame).rows
  }

  private static func wrapped(_ text: Substring, columns: Int) -> [StyledText] {
    let wrap = WordWrap(columns: max(1, columns))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { line in
      wrap.rows(of: line).map { StyledText(String($0.text(in: line))) }
    }
  }

  /// Texts of more bytes are compared away from the main actor.
  private static let immediateBytes = 32 << 10
  /// The most characters of a version that are shown as they are.
  private static let longestText = 200_000

  /// What changed since the selected version; nil while that is being found out.
  private func difference(from version: Version) -> WordDifference? {
    let (id, text) = (version.version.id, version.text)
    if let compared, compared.id == id { return compared.difference }
    comparing?.cancel()
    guard max(text.utf8.count, present.utf8.count) > Self.immediateBytes else {
      let made = WordDifference(from: text, to: present)
      compared = (id, made)
      return made
    }
    comparing = Task { [weak self, present] in
      let made = await Self.compare(text, present)
      guard let self, !Task.isCancelled else { return }
      compared = (id, made)
      shown = nil
      context.host.requestFrame()
    }
    return nil
  }

  @concurrent
  private nonisolated static func compare(_ old: String, _ new: String) async -> WordDifference {
    WordDifference(from: old, to: new)
  }

  package func didClose() { comparing?.cancel() }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let head = rect.splitTop(1).top
    surface.drawLine(
      " History of “\(title)”", in: head, style: frame.style("ui.title.focus"), frame)
    let areas = areas(in: rect)
    let caption = side == .changes ? "changed since then" : "the text then"
    let above = Rect(
      column: areas.text.minColumn, row: areas.text.minRow - 1, columns: areas.text.columns, rows: 1
    )
    if versions.isEmpty {
      surface.drawLine(
        "No earlier version.", in: areas.list.inset(left: 2), style: frame.style("ui.text.dim"),
        frame)
    } else {
      surface.drawLine(
        caption, in: above.intersection(rect), style: frame.style("ui.text.dim"), frame)
    }
    drawList(in: areas.list, on: &surface, frame)
    if let standing {
      surface.drawLine(
        " \(standing)", in: rect.splitBottom(1).bottom, style: frame.style("ui.text.dim"), frame)
    }
    if areas.isBeside {
      surface.verticalLine(
        areas.list.maxColumn, areas.list.minRow, areas.list.rows,
        frame.glyphs.border.vertical, frame.style("ui.border"))
    }
    for (index, row) in rows.dropFirst(top).prefix(areas.text.rows).enumerated() {
      surface.draw(
        row, at: Point(column: areas.text.minColumn, row: areas.text.minRow + index),
        clip: areas.text)
    }
  }

  private func drawList(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    for index in cursor.visible {
      let line = Rect(
        column: area.minColumn, row: area.minRow + index - cursor.top, columns: area.columns,
        rows: 1)
      let isSelected = index == cursor.selected
      let style = frame.style("ui.text").overlaid(
        with: isSelected ? frame.style("ui.selection") : .plain)
      surface.fill(line, style: style)
      if isSelected, let bar = frame.selectionBar(on: style) {
        surface.draw(bar.text, at: line.origin, clip: line, style: bar.style)
      }
      let version = versions[index].version
      surface.drawLine(
        name(of: version, frame), in: line.inset(left: 2, right: 1), style: style, frame)
    }
    if frame.isFocused {
      surface.cursor = Point(
        column: area.minColumn, row: area.minRow + cursor.selected - cursor.top)
    }
  }

  /// When the version was made, its number, and by which device.
  private func name(of version: ItemVersion, _ frame: Frame) -> String {
    let time = Timestamp(iso8601: version.createdAt).map { frame.relativeTime($0.date) } ?? ""
    let padded = time + String(repeating: " ", count: max(1, 10 - time.count))
    let number = source.isUnsent(version) ? "not sent" : "version \(version.version)"
    return padded + number + (version.device.map { "  \($0)" } ?? "")
  }
}
