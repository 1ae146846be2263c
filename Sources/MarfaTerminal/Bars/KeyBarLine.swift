import TerminalUI

/// The lowest line: at most eight keys that are useful here, with what they do.
package struct KeyBarLine {
  /// What is offered, most useful first.
  var hints: [KeyBar.Hint]

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
