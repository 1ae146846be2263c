import TerminalUI

/// The lowest line: at most eight keys that are useful here, with what they do.
@MainActor package struct KeyBarLine {
  private let application: Application

  package init(application: Application) {
    self.application = application
  }

  /// Draws as many of the focused component's hints as fit, the help always among them.
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.help.text")
    surface.fill(rect, style: style)
    surface.draw(
      KeyBar(
        hints, style: style, keyStyle: frame.style("ui.help.key"),
        disabledStyle: frame.style("ui.help.disabled")), in: rect.inset(left: 1))
  }

  private var hints: [KeyBar.Hint] {
    let hints =
      application.focused.hints.prefix(KeyBar.limit - 1) + [ActionHint("app.help", "help")]
    // Until the list is there, nothing is known that stands in the way.
    let isAwaited = application.workspace.list.isAwaited
    return hints.compactMap { hint in
      if !hint.keys.isEmpty { return KeyBar.Hint(hint.keys, hint.label, isEnabled: true) }
      guard let keys = application.keysHere(for: hint.command),
        let command = application.registry[hint.command]
      else { return nil }
      return KeyBar.Hint(
        keys.displayName, hint.label,
        isEnabled: isAwaited || command.availability(application) == .available)
    }
  }
}
