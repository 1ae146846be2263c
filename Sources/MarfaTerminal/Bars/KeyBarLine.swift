import Settings
import TerminalLayers
import TerminalUI

/// The lowest line: at most eight keys that are useful here, with what they do.
package struct KeyBarLine {
  /// What is offered, most useful first.
  var hints: [KeyBar.Hint]

  /// The keys of the hint at a cell; nil where there is none that can be pressed as it is written.
  func keys(at point: Point, in rect: Rect) -> [KeyEvent]? {
    guard rect.contains(point) else { return nil }
    let bar = rect.inset(left: 1)
    let hint = KeyBar(hints).hint(at: point.column - bar.minColumn, columns: bar.columns)
    let names = hint?.key.split(separator: " ") ?? []
    let chords = names.compactMap { KeyChord(parsing: String($0)) }
    return names.isEmpty || chords.count < names.count ? nil : chords.map(\.event)
  }

  /// Draws as many of the hints as fit, the help always among them.
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.help.text")
    surface.fill(rect, style: style)
    surface.draw(
      KeyBar(
        hints, style: style, keyStyle: frame.style("ui.help.key"),
        disabledStyle: frame.style("ui.help.disabled")), in: rect.inset(left: 1))
  }
}
