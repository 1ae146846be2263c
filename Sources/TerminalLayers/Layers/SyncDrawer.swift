import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import Settings
import TerminalUI
import Workbench

/// What waits for the server, what it refused and what contradicts it, with what to do about each.
@MainActor package final class SyncDrawer: Layer, Movable, Selectable {
  /// Opens the conflicts of a note.
  package typealias Settling = @MainActor (_ itemId: String) -> Void

  let context: Context
  let settle: Settling
  private var pending: PendingMutationsQuery
  /// The same with more of them, until it is read.
  private var further: PendingMutationsQuery?
  /// The most changes that are read: a queue may be as long as all notes.
  private var limit = 200
  private let refused: RefusedChangesQuery
  /// The notes of those changes, for their titles.
  private let refusedNotes: ItemWindow
  private(set) var rows: [SyncDrawerRow] = []
  private(set) var cursor = RowCursor()
  /// The line that is selected, wherever it moves; nil for the first.
  private var selectedId: String?
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  private var wake: (any ScheduledAction)?

  /// The drawer over the store of a context.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - settle: Opens the conflicts of a note.
  package init(context: Context, settle: @escaping Settling) {
    self.context = context
    self.settle = settle
    pending = context.store.queryPendingMutations(limit: limit)
    refused = context.store.queryRefusedChanges()
    refusedNotes = context.store.queryWindow(scope: .refused)
  }

  package var keyContext: KeyContext { .popup }

  package var hints: [ActionHint] {
    let isManual = context.sync.isManual
    let pause = ActionHint(keys: "p", context.sync.isPaused ? "go on" : "pause")
    var settle: [ActionHint] = []
    if case .conflict = selected { settle = [ActionHint(keys: "Enter", "resolve")] }
    if case .upload = selected { settle = [ActionHint(keys: "Enter", "uploads")] }
    let exchange = ActionHint(keys: "r", isManual ? "sync now" : "retry")
    return settle + [exchange] + (context.sync.mode == .auto ? [pause] : []) + [
      ActionHint(keys: "e", "edit"), ActionHint(keys: "d", "discard"),
      ActionHint(keys: "y", "copy"), ActionHint(keys: "l", "log"),
      ActionHint("app.cancel", "back"),
    ]
  }

  package func didClose() {
    pending.stop()
    further?.stop()
    refused.stop()
    refusedNotes.stop()
    wake?.cancel()
  }

  /// The selected line; nil when there is none.
  var selected: SyncDrawerRow? {
    guard rows.indices.contains(cursor.selected), rows[cursor.selected].id != nil else {
      return nil
    }
    return rows[cursor.selected]
  }

  // MARK: - Moving

  package func move(_ movement: Movement) {
    let before = cursor.selected
    cursor.move(movement)
    let step = cursor.selected < before ? -1 : 1
    skipHeadings(step)
    skipHeadings(-step)
    selectedId = selected?.id
  }

  /// Goes on to the next line that is no heading, if there is one.
  private func skipHeadings(_ step: Int) {
    var index = cursor.selected
    while rows.indices.contains(index), rows[index].id == nil { index += step }
    if rows.indices.contains(index) { cursor.select(index) }
  }

  // MARK: - Frames

  /// The rows above the lines: the headline, then the sentence, which may need two.
  private var headRows = 2
  private static let sentenceIndent = 8
  static let wordRows = 2

  package func update(in rect: Rect, _ frame: Frame) {
    takeFurther()
    rows = SyncDrawerRow.rows(
      questions: context.sync.status.map(SyncQuestion.all) ?? [],
      pending: pending.mutations,
      refused: refused.changes.map { ($0, title: title(of: $0)) },
      uploads: context.sync.uploads.rows, count: context.sync.status?.pending ?? 0)
    let room = rect.columns - Self.sentenceIndent - 1
    headRows = TextWidth.columns(of: sentence(at: frame.now)) > room ? 3 : 2
    area = Rect(
      column: rect.minColumn, row: rect.minRow + headRows, columns: rect.columns,
      rows: max(0, rect.rows - headRows - Self.wordRows))
    cursor.setCount(rows.count)
    cursor.setHeight(area.rows)
    if let index = rows.firstIndex(where: { $0.id == selectedId && $0.id != nil }) {
      cursor.follow(to: index)
    } else {
      skipHeadings(1)
      skipHeadings(-1)
    }
    selectedId = selected?.id
    readFurther()
    wakeForCountdown(at: frame.now)
  }

  /// Reads more changes when the selection gets near the end of those that are read.
  private func readFurther() {
    let nearEnd = 50
    guard further == nil, pending.mutations.count >= limit,
      cursor.selected + nearEnd >= rows.count
    else { return }
    limit *= 2
    further = context.store.queryPendingMutations(limit: limit)
  }

  private func takeFurther() {
    guard let further, !further.isLoading else { return }
    pending.stop()
    (pending, self.further) = (further, nil)
  }

  private func title(of change: RefusedChange) -> String {
    for index in 0..<refusedNotes.count {
      if let row = refusedNotes[index], row.id == change.noteId { return row.displayTitle }
    }
    return change.title ?? ""
  }

  /// The seconds to the next attempt are counted down on the screen.
  private func wakeForCountdown(at now: Date) {
    wake?.cancel()
    var moments = rows.compactMap { row -> Date? in
      if case .pending(let change) = row { change.nextAttemptAt } else { nil }
    }
    if let next = context.sync.status?.reconnectsAt { moments.append(next) }
    guard moments.contains(where: { $0 > now }), !context.settings.configuration.reducedMotion
    else { return }
    wake = context.host.schedule(after: .seconds(1)) { [context] in context.host.requestFrame() }
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let (head, rest) = rect.splitTop(1)
    surface.drawLine(
      " Sync   " + headline(frame), in: head, style: frame.style("ui.title.focus"), frame)
    surface.drawWrapped(
      sentence(at: frame.now),
      in: rest.splitTop(headRows - 1).top.inset(left: Self.sentenceIndent, right: 1),
      style: frame.style("ui.text.dim"))
    let foot = rest.splitBottom(Self.wordRows).bottom
    for index in cursor.visible {
      let line = Rect(
        column: area.minColumn, row: area.minRow + index - cursor.top, columns: area.columns,
        rows: 1)
      SyncDrawerRowView(row: rows[index], isSelected: index == cursor.selected).render(
        in: line, on: &surface, frame)
    }
    if rows.count == 1 { drawEmpty(on: &surface, frame) }
    surface.drawWrapped(
      selected?.words ?? "", in: foot.inset(left: 1, right: 1),
      style: frame.style("sync.error", on: frame.style("ui.text")))
    guard frame.isFocused else { return }
    surface.cursor = Point(
      column: area.minColumn, row: area.minRow + cursor.selected - cursor.top)
  }

  private func drawEmpty(on surface: inout Surface, _ frame: Frame) {
    let text =
      context.sync.status?.isAllOnServer == true
      ? "Everything is on the server." : "Nothing waits to be sent."
    surface.drawLine(
      text, in: area.inset(left: 2, top: 1), style: frame.style("ui.text.dim"), frame)
  }

  /// The connection, the last time that something was exchanged, the one that everything was there,
  /// and the server.
  private func headline(_ frame: Frame) -> String {
    guard let status = context.sync.status else { return "These notes have no server." }
    var parts = [status.connection.word]
    parts.append(
      status.lastExchanged.map { "last exchange " + Self.moment($0, frame) } ?? "no exchange yet")
    if !status.isAllOnServer, let last = status.lastSynced {
      parts.append("all on server last at " + Self.moment(last, frame))
    }
    return (parts + [status.server]).joined(separator: " · ")
  }

  /// What the connection's word means, and when that may end; empty where the word says it all.
  private func sentence(at now: Date) -> String {
    guard let status = context.sync.status else { return "" }
    var sentences = [status.isServerFull ? ServerRoom.sentence : status.connection.sentence]
    if let next = status.nextTry(at: now) { sentences.append(next) }
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The time of a day, and another day's date.
  private static func moment(_ date: Date, _ frame: Frame) -> String {
    guard frame.calendar.isDate(date, inSameDayAs: frame.now) else {
      return frame.relativeTime(date)
    }
    return DatePattern("HH:mm").text(for: date, calendar: frame.calendar)
  }
}
