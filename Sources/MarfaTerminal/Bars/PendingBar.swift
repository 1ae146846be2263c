import NoteFiles
import TerminalLayers
import TerminalUI

/// The line above the status line while changes wait for the server, or files go to it: how many of
/// them were sent, and how far the files are.
struct PendingBar {
  /// How far the changes are; nil while they have no bar.
  var progress: SendProgress?
  /// How far the files are; nil while they have no bar.
  var uploads: UploadTotal?
  /// Why nothing is sent, in a sentence; empty while something is.
  var obstacle: String

  private static let barColumns = 16

  /// Draws the changes at the left, the files at the right, and what is in the way between them.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.statusline")
    surface.fill(rect, style: style)
    var rest = rect.inset(left: 1, right: 1)
    if let uploads {
      let words = uploadWords(uploads, columns: rect.columns, frame)
      let width = min(rest.columns, TextWidth.columns(of: words))
      let (left, right) = rest.splitLeft(
        progress == nil ? 0 : max(0, rest.columns - width))
      surface.drawLine(words, in: right, style: frame.style("upload.bar", on: style), frame)
      rest = left.inset(right: 3)
    }
    if let progress { draw(progress, in: rest, on: &surface, frame) }
  }

  @MainActor private func draw(
    _ progress: SendProgress, in rect: Rect, on surface: inout Surface, _ frame: Frame
  ) {
    let style = frame.style("ui.statusline")
    var column = rect.minColumn
    let words = "\(progress.sent) of \(progress.total) sent"
    let gap = 3
    let needed =
      Self.barColumns + 1 + words.count + (obstacle.isEmpty ? 0 : gap)
      + TextWidth.columns(of: obstacle)
    // What to do says more than a bar.
    if !frame.isPlain, rect.columns >= 38, needed <= rect.columns {
      // Never full: what waits is not sent.
      let bar = ProgressBar(Int64(progress.sent), of: Int64(progress.total))
      column = surface.draw(
        bar.text(columns: Self.barColumns, glyphs: frame.glyphs),
        at: Point(column: column, row: rect.minRow), clip: rect,
        style: frame.style("ui.progress", on: style))
      column += 1
    }
    column = surface.draw(
      words, at: Point(column: column, row: rect.minRow), clip: rect,
      style: frame.style("sync.pending", on: style))
    let room = Rect(
      column: column + gap, row: rect.minRow, columns: max(0, rect.maxColumn - column - gap),
      rows: 1)
    surface.drawLine(obstacle, in: room, style: frame.style("ui.text.dim", on: style), frame)
  }

  /// The files in one line of fixed columns: how many, which, the bar, the share, the pace.
  @MainActor private func uploadWords(
    _ uploads: UploadTotal, columns: Int, _ frame: Frame
  ) -> String {
    let percent = uploads.percent < 10 ? " \(uploads.percent)%" : "\(uploads.percent)%"
    let count =
      uploads.isHashing
      ? "hashing" : "\(frame.glyphs.uploading) \(uploads.arrived) of \(uploads.count)"
    var parts = [count]
    if columns >= 60, progress == nil || columns >= 110, let name = uploads.name {
      parts.append(
        TextWidth.fitted(TextWidth.visible(name), to: 20, ellipsis: frame.glyphs.ellipsis))
    }
    // The number of the changes comes before the bar of the files.
    if !frame.isPlain, columns >= (progress == nil ? 40 : 54) {
      let bar = ProgressBar(uploads.acknowledged, ahead: uploads.sent, of: uploads.total)
      parts.append(bar.text(columns: Self.barColumns, glyphs: frame.glyphs))
    }
    parts.append(percent)
    if columns >= 110, !uploads.isHashing {
      parts.append("\(PaceWords.rate(uploads.rate))  \(PaceWords.time(uploads.secondsLeft))")
    }
    return parts.joined(separator: " ")
  }
}
