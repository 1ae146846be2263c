import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// A screen without room for anything: it says so, and a text that was begun can go on.
struct CrampedScreen {
  /// Nil for a screen that has room.
  init?(_ size: Size) {
    let minimum = WorkspaceLayout.minimum
    guard size.columns < minimum.columns || size.rows < minimum.rows else { return nil }
  }

  /// Whether a key goes into a text.
  ///
  /// In the editor every key does; in a line of input only characters do, since the effect of Enter
  /// would be out of sight.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - focused: What it would go to.
  ///   - isEditing: Whether that is the text of a note.
  /// - Returns: Whether it does; what any other key would do cannot be seen.
  @MainActor func takes(_ key: KeyEvent, for focused: any Component, isEditing: Bool) -> Bool {
    guard !isEditing else { return true }
    guard focused.keyContext == .prompt else { return false }
    switch key.key {
    case .character, .backspace: return key.modifiers.subtracting(.shift).isEmpty
    default: return false
    }
  }

  /// Says how much room is needed.
  func draw(on surface: inout Surface, _ glyphs: GlyphSet) {
    let minimum = WorkspaceLayout.minimum
    let times = glyphs.isASCII ? "x" : "×"
    surface.drawWrapped(
      "too small, need \(minimum.columns)\(times)\(minimum.rows)", in: surface.bounds, style: .plain
    )
  }
}
