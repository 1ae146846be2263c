import TerminalUI

/// A screen without room for anything.
extension Application {
  /// Commands that need no screen: they change nothing and show nothing.
  private static let unseen: Set = ["app.quit", "app.suspend", "app.redraw"]

  /// Runs a command that needs no screen, and ignores every other key.
  func handleUnseen(_ key: KeyEvent) {
    guard case .command(let name) = dispatcher.resolve(key, in: .global, keymap: settings.keymap),
      Self.unseen.contains(name)
    else { return }
    run(name)
  }

  /// Whether the screen has no room for anything.
  var isTooSmall: Bool {
    size.columns < WorkspaceLayout.minimum.columns || size.rows < WorkspaceLayout.minimum.rows
  }

  /// Whether a key goes into a text, as it does on a screen that has become too small.
  ///
  /// In the editor that is each key; in a line of input only characters, since the effect of Enter
  /// could not be seen.
  func isTyping(_ key: KeyEvent) -> Bool {
    guard !compositor.layers.isEmpty else { return workspace.note.isEditing }
    guard focused.keyContext == .prompt else { return false }
    switch key.key {
    case .character, .backspace: return key.modifiers.subtracting(.shift).isEmpty
    default: return false
    }
  }
}
