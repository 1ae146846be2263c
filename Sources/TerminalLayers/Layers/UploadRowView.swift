import Foundation
import NoteFiles
import TerminalUI

/// The columns of the uploads: the same for every row of a width, so that nothing moves sideways.
struct UploadColumns: Hashable {
  /// The cells of the bar between its ends; 0 for none.
  let bar: Int
  /// The name takes what the others leave.
  let name: Int
  /// The note; 0 for none.
  let note: Int
  /// Whether pace and time have columns.
  let hasPace: Bool

  static let size = 8
  static let word = 11
  static let percent = 5
  static let pace = 10
  static let time = 8

  /// Shares a width out.
  init(_ columns: Int) {
    hasPace = columns >= 70
    bar = columns >= 50 ? min(40, max(10, columns / 7)) : 0
    let figures =
      Self.size + 1 + Self.word + (bar > 0 ? bar + 2 : 0) + Self.percent
      + (hasPace ? Self.pace + Self.time : 0)
    let room = max(8, columns - figures)
    note = columns >= 120 ? room / 2 : 0
    name = room - note
  }

  /// The columns after the word for the phase.
  var figures: Int {
    (bar > 0 ? bar + 2 : 0) + Self.percent + (hasPace ? Self.pace + Self.time : 0)
  }
}

/// One line of the uploads as it is drawn.
struct UploadRowView {
  let row: UploadRow
  /// The title of the note that the file belongs to.
  let note: String
  let isSelected: Bool

  /// Draws name, note, size, phase, bar, share, pace and time; words take the place of the figures
  /// of a file that does not move, and that of pace and time of one that waits on its way.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    var style = frame.style("ui.text")
    if isSelected { style = style.overlaid(with: frame.style("ui.selection")) }
    surface.fill(rect, style: style)
    let mark = isSelected ? String(frame.glyphs.selectionBar) : " "
    surface.draw(
      mark, at: rect.origin, clip: rect, style: frame.style("ui.title.focus", on: style))
    let line = rect.inset(left: 2, right: 1)
    let columns = UploadColumns(line.columns)
    var (cell, rest) = line.splitLeft(columns.name)
    surface.drawLine(row.name, in: cell.inset(right: 1), style: style, frame)
    (cell, rest) = rest.splitLeft(columns.note)
    let dim = frame.style("ui.text.dim", on: style)
    surface.drawLine(note, in: cell.inset(right: 1), style: dim, frame)
    (cell, rest) = rest.splitLeft(UploadColumns.size)
    let size = row.total > 0 || row.phase.isOver ? PaceWords.bytes(row.total) : ""
    drawRight(size, in: cell, on: &surface, dim)
    (cell, rest) = rest.inset(left: 1).splitLeft(UploadColumns.word)
    surface.drawLine(row.word, in: cell, style: frame.style(scope, on: style), frame)
    drawFigures(columns, in: rest, on: &surface, frame, style)
  }

  private var scope: String {
    switch row.phase {
    case .failed: "sync.error"
    case .completed, .alreadyOnServer: "upload.done"
    case .paused, .queued, .waiting: "sync.pending"
    default: "upload.bar"
    }
  }

  @MainActor private func drawFigures(
    _ columns: UploadColumns, in rect: Rect, on surface: inout Surface, _ frame: Frame,
    _ style: Style
  ) {
    let keepsBar = row.isWaitingOnItsWay && columns.hasPace
    guard row.words.isEmpty || keepsBar else {
      return surface.drawLine(row.words, in: rect, style: frame.style(scope, on: style), frame)
    }
    var rest = rect
    if columns.bar > 0, !frame.isPlain {
      let bar = ProgressBar(row.acknowledged, ahead: row.sent, of: row.total)
      let whole = ProgressBar(1, of: 1)
      surface.draw(
        (row.phase.isOver ? whole : bar).text(columns: columns.bar, glyphs: frame.glyphs),
        at: rest.origin, clip: rest, style: frame.style("upload.bar", on: style))
    }
    (_, rest) = rest.splitLeft(columns.bar > 0 ? columns.bar + 2 : 0)
    var cell: Rect
    (cell, rest) = rest.splitLeft(UploadColumns.percent)
    drawRight("\(row.percent)%", in: cell, on: &surface, style)
    if keepsBar {
      return surface.drawLine(
        row.words, in: rest.inset(left: 2), style: frame.style(scope, on: style), frame)
    }
    guard columns.hasPace, row.isMoving else { return }
    if let seconds = row.stalledSeconds {
      return drawRight(
        "stalled \(PaceWords.time(Double(seconds)))", in: rest, on: &surface,
        frame.style("sync.error", on: style))
    }
    let dim = frame.style("ui.text.dim", on: style)
    (cell, rest) = rest.splitLeft(UploadColumns.pace)
    drawRight(PaceWords.rate(row.rate), in: cell, on: &surface, dim)
    drawRight(PaceWords.time(row.secondsLeft), in: rest, on: &surface, dim)
  }

  /// Draws a text that ends where its cells do.
  private func drawRight(
    _ text: String, in rect: Rect, on surface: inout Surface, _ style: Style
  ) {
    let start = max(rect.minColumn, rect.maxColumn - TextWidth.columns(of: text))
    surface.draw(text, at: Point(column: start, row: rect.minRow), clip: rect, style: style)
  }
}
