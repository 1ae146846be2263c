import TerminalUI

/// The line above the status line while changes wait for the server: how many of them were sent.
struct PendingBar {
  /// How far it is.
  var progress: SendProgress
  /// Why nothing is sent, in a sentence; empty while something is.
  var obstacle: String

  private static let barColumns = 16

  /// Draws the bar.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.statusline")
    surface.fill(rect, style: style)
    var column = rect.minColumn + 1
    if !frame.isPlain, rect.columns >= 40 {
      column = drawBar(from: column, in: rect, on: &surface, frame) + 1
    }
    column = surface.draw(
      "\(progress.sent) of \(progress.total) sent", at: Point(column: column, row: rect.minRow),
      clip: rect, style: frame.style("sync.pending", on: style))
    let room = Rect(
      column: column + 3, row: rect.minRow, columns: max(0, rect.maxColumn - column - 4), rows: 1)
    surface.drawLine(obstacle, in: room, style: frame.style("ui.text.dim", on: style), frame)
  }

  /// A bar that is never full: what waits is not sent.
  @MainActor private func drawBar(
    from column: Int, in rect: Rect, on surface: inout Surface, _ frame: Frame
  ) -> Int {
    let glyphs = frame.glyphs
    let eighths = Self.barColumns * 8 * progress.sent / max(1, progress.total)
    var bar = String(repeating: glyphs.barFull, count: eighths / 8)
    if eighths % 8 > 0, !glyphs.barEighths.isEmpty {
      bar.append(glyphs.barEighths[eighths % 8 - 1])
    }
    bar += String(repeating: glyphs.barEmpty, count: Self.barColumns - bar.count)
    let style = frame.style("ui.statusline")
    return surface.draw(
      "\(glyphs.barStart)\(bar)\(glyphs.barEnd)", at: Point(column: column, row: rect.minRow),
      clip: rect, style: frame.style("ui.progress", on: style))
  }
}
