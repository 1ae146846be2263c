import TerminalUI

/// A screen without room for anything.
extension Application {
  /// What can be done unseen: it changes nothing and shows nothing.
  private static let unseen: Set = ["app.quit", "app.suspend", "app.redraw"]

  /// Nothing is done to what nobody sees, and nothing opened there.
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

  /// Whether keys go into a text, as they do on a screen that has become too small.
  var isTyping: Bool { workspace.note.isEditing && compositor.layers.isEmpty }
}
