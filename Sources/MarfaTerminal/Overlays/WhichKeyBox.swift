import TerminalUI

/// The keys that may follow those already pressed, with what each does.
@MainActor package struct WhichKeyBox {
  private let title: String
  private let rows: [(key: String, label: String)]

  package init(
    pending: [KeyEvent], continuations: [Keymap.Continuation], registry: CommandRegistry
  ) {
    title = pending.map { KeyChord($0).description }.joined(separator: " ")
    rows = continuations.map { continuation in
      let label = continuation.command.map { registry[$0]?.summary ?? $0 } ?? "more …"
      return (continuation.chord.description, label)
    }
  }

  /// Creates a box of keys that are not in the keymap.
  package init(title: String, rows: [(key: String, label: String)]) {
    self.title = title
    self.rows = rows
  }

  /// Draws the box above the bars, at the right; in several columns when there are many keys.
  package func render(in screen: Rect, on surface: inout Surface, _ frame: Frame) {
    guard !rows.isEmpty else { return }
    let keyWidth = rows.map { TextWidth.columns(of: $0.key) }.max() ?? 1
    let labelWidth = rows.map { TextWidth.columns(of: $0.label) }.max() ?? 1
    let cell = keyWidth + labelWidth + 4
    let height = max(1, min(rows.count, screen.rows - 5))
    let columns = max(1, min((rows.count + height - 1) / height, (screen.columns - 2) / cell))
    let width = min(screen.columns, columns * cell + 2)
    let rect = Rect(
      column: screen.maxColumn - width, row: max(0, screen.maxRow - 4 - height), columns: width,
      rows: height + 2)
    let inside = surface.drawPopup(title, in: rect, frame)
    for (index, row) in rows.prefix(inside.rows * columns).enumerated() {
      let column = inside.minColumn + index / inside.rows * cell
      let line = inside.minRow + index % inside.rows
      surface.draw(
        row.key, at: Point(column: column, row: line), clip: inside,
        style: frame.style("ui.help.key"))
      surface.draw(
        row.label, at: Point(column: column + keyWidth + 2, row: line), clip: inside,
        style: frame.style("ui.popup"))
    }
  }
}
