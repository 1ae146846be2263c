import Settings
import TerminalUI

/// The keys that may follow those already pressed, with what each does.
@MainActor package struct WhichKeyBox {
  private let title: String
  private let rows: [(key: String, label: String)]

  /// Lists what the keymap knows after some keys.
  ///
  /// - Parameters:
  ///   - pending: The keys so far.
  ///   - continuations: The keys that may follow.
  ///   - summary: What the command of a name does.
  package init(
    pending: [KeyEvent], continuations: [Keymap.Continuation], summary: (String) -> String?
  ) {
    title = pending.map { KeyChord($0).description }.joined(separator: " ")
    rows = continuations.map { continuation in
      let label = continuation.command.map { summary($0) ?? $0 } ?? "more …"
      return (continuation.chord.description, label)
    }
  }

  /// Lists keys that are not in the keymap.
  package init(title: String, rows: [(key: String, label: String)]) {
    self.title = title
    self.rows = rows
  }

  /// Draws the box above the bars, at the right; in several columns when there are many keys.
  ///
  /// Where there is no room for all keys the last line says how many are missing.
  package func render(in screen: Rect, on surface: inout Surface, _ frame: Frame) {
    guard !rows.isEmpty else { return }
    let keyWidth = rows.map { TextWidth.columns(of: $0.key) }.max() ?? 1
    let labelWidth = rows.map { TextWidth.columns(of: $0.label) }.max() ?? 1
    let cell = keyWidth + labelWidth + 4
    let height = max(1, min(rows.count, screen.rows - 4))
    let columns = max(1, min((rows.count + height - 1) / height, (screen.columns - 2) / cell))
    let width = min(screen.columns, columns * cell + 2)
    let bottom = screen.maxRow - min(3, screen.rows - height - 2)
    let rect = Rect(
      column: screen.maxColumn - width, row: max(0, bottom - height - 2), columns: width,
      rows: height + 2)
    let inside = surface.drawPopup(title, in: rect, frame)
    for (index, row) in shown(in: inside.rows * columns).enumerated() {
      let column = inside.minColumn + index / inside.rows * cell
      let line = Rect(
        column: column, row: inside.minRow + index % inside.rows, columns: cell, rows: 1
      ).intersection(inside)
      surface.drawLine(row.key, in: line, style: frame.style("ui.help.key"), frame)
      surface.drawLine(
        row.label, in: line.inset(left: keyWidth + 2), style: frame.style("ui.popup"), frame)
    }
  }

  private func shown(in room: Int) -> [(key: String, label: String)] {
    guard rows.count > room, room > 1 else { return Array(rows.prefix(room)) }
    return rows.prefix(room - 1) + [("", "and \(rows.count - room + 1) more")]
  }
}
