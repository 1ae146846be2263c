import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalUI

/// The files that go to the server: how far each is and all are, with what to do about each.
@MainActor package final class UploadsView: Layer, Movable, Selectable {
  let context: Context
  private(set) var rows: [UploadRow] = []
  private(set) var cursor = RowCursor()
  /// The line that is selected, wherever it moves; nil for the first.
  private var selectedId: String?
  /// The notes of the blobs.
  private(set) var notes: [String: (id: String, title: String)] = [:]
  private var asked: Set<String> = []
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)

  private static let headRows = 3
  private static let wordRows = 2

  /// The files of the application's monitor.
  package init(context: Context) { self.context = context }

  package var keyContext: KeyContext { .popup }

  package var hints: [ActionHint] {
    if rows.isEmpty { return [ActionHint("app.cancel", "back")] }
    let pause = selected?.phase == .paused ? "go on" : "pause"
    return [
      ActionHint(keys: "Enter", "open note"), ActionHint(keys: "Space", pause),
      ActionHint(keys: "r", "retry"), ActionHint(keys: "x", "cancel"),
      ActionHint(keys: "J K", "reorder"), ActionHint(keys: "y", "copy"),
      ActionHint("app.cancel", "back"),
    ]
  }

  /// The selected line; nil when there is none.
  var selected: UploadRow? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  package func move(_ movement: Movement) {
    cursor.move(movement)
    selectedId = selected?.id
  }

  // MARK: - Frames

  package func update(in rect: Rect, _ frame: Frame) {
    rows = context.sync.uploads.rows
    area = Rect(
      column: rect.minColumn, row: rect.minRow + Self.headRows, columns: rect.columns,
      rows: max(0, rect.rows - Self.headRows - Self.wordRows))
    cursor.setCount(rows.count)
    cursor.setHeight(area.rows)
    if let index = rows.firstIndex(where: { $0.id == selectedId }) { cursor.follow(to: index) }
    selectedId = selected?.id
    readNotes()
  }

  /// Asks once for the note of each blob.
  private func readNotes() {
    let new = Set(rows.filter { $0.phase != .hashing }.map(\.id)).subtracting(asked)
    guard !new.isEmpty else { return }
    asked.formUnion(new)
    context.work.perform("Reading the notes of the uploads") { [self] in
      let found = try await context.client.store.notes(ofBlobs: new)
      notes.merge(found) { $1 }
    }
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    surface.drawLine(
      " Uploads   " + headline, in: rect.splitTop(1).top, style: frame.style("ui.title.focus"),
      frame)
    drawTotal(in: rect.inset(left: 2, top: 1, right: 1).splitTop(1).top, on: &surface, frame)
    for index in cursor.visible {
      let line = area.line(index - cursor.top)
      UploadRowView(
        row: rows[index], note: notes[rows[index].id]?.title ?? "",
        isSelected: index == cursor.selected
      ).render(in: line, on: &surface, frame)
    }
    if rows.isEmpty {
      surface.drawLine(
        "Nothing is being sent.", in: area.inset(left: 2), style: frame.style("ui.text.dim"), frame)
    }
    drawFoot(in: rect.splitBottom(Self.wordRows).bottom, on: &surface, frame)
    guard frame.isFocused else { return }
    surface.cursor = Point(
      column: area.minColumn, row: area.minRow + cursor.selected - cursor.top)
  }

  /// How many there are of each kind.
  private var headline: String {
    let kinds: [(String, (UploadRow) -> Bool)] = [
      ("hashing", { $0.phase == .hashing }), ("active", { $0.isMoving }),
      ("waiting", { if case .waiting = $0.phase { true } else { false } }),
      ("queued", { $0.phase == .queued }), ("paused", { $0.phase == .paused }),
      ("failed", { if case .failed = $0.phase { true } else { false } }),
      ("done", { $0.phase.isOver }),
    ]
    return kinds.compactMap { word, isKind in
      let count = rows.count(where: isKind)
      return count == 0 ? nil : "\(count) \(word)"
    }.joined(separator: ", ")
  }

  /// The bar of all, with the bytes, the pace and the time, or what is in the way.
  private func drawTotal(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let obstacle = context.sync.status?.connection.sentence ?? ""
    let dim = frame.style("ui.text.dim")
    guard let total = context.sync.uploads.total, !total.isHashing else {
      return surface.drawLine(obstacle, in: rect, style: dim, frame)
    }
    var column = rect.minColumn
    if !frame.isPlain {
      let bar = ProgressBar(total.acknowledged, ahead: total.sent, of: total.total)
      // What is in the way is a sentence, which is worth more than a long bar.
      let columns = max(10, min(60, rect.columns - (obstacle.isEmpty ? 50 : 95)))
      column = surface.draw(
        bar.text(columns: columns, glyphs: frame.glyphs), at: rect.origin, clip: rect,
        style: frame.style("upload.bar"))
    }
    let percent = total.percent < 10 ? "  \(total.percent)%" : " \(total.percent)%"
    let bytes =
      "\(percent)  \(PaceWords.bytes(total.acknowledged)) of \(PaceWords.bytes(total.total))"
    let pace =
      obstacle.isEmpty
      ? "  \(PaceWords.rate(total.rate))  \(PaceWords.time(total.secondsLeft))" : "  \(obstacle)"
    surface.drawLine(
      bytes + pace, in: rect.inset(left: column - rect.minColumn), style: dim, frame)
  }

  /// The words about the selected file, and its note, where the row has no room for them.
  private func drawFoot(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let selected else { return }
    let line = rect.inset(left: 1, right: 1)
    let note = notes[selected.id].map { "In “\($0.title.isEmpty ? "Untitled" : $0.title)”. " } ?? ""
    surface.drawWrapped(note + selected.words, in: line, style: frame.style("ui.text.dim"))
  }
}
