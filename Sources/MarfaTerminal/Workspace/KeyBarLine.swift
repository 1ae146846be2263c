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
    let component = application.focused
    let keymap = application.settings.keymap
    let hints = component.hints.prefix(KeyBar.limit - 1) + [KeyHint("app.help", "help")]
    // Until the list is there, nothing is known that stands in the way.
    let isAwaited = application.workspace.list.isAwaited
    return hints.compactMap { hint in
      if !hint.keys.isEmpty { return KeyBar.Hint(hint.keys, hint.label, isEnabled: true) }
      let keys = keymap.keys(for: hint.command, in: component.keyContext)
      guard let keys = keys.first(where: { !isTyped($0, into: component) }),
        let command = application.registry[hint.command]
      else { return nil }
      return KeyBar.Hint(
        keys.displayName, hint.label,
        isEnabled: isAwaited || command.availability(application) == .available)
    }
  }

  /// Whether keys would only be typed where they are pressed.
  private func isTyped(_ keys: KeySequence, into component: any Component) -> Bool {
    guard component is any Layer, component.capturesKeys else { return false }
    guard let event = keys.chords.first?.event, case .character = event.key else { return false }
    return event.modifiers.isEmpty
  }
}
