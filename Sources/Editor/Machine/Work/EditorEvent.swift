import TerminalUI

/// What happens to an editor, as a value, so that a long event can be done again elsewhere.
enum EditorEvent: Sendable {
  /// A key.
  case key(KeyEvent)
  /// A bracketed paste.
  case paste(String)
  /// The clipboard's text that was asked for.
  case clipboard(String?)
  /// Changes of the application's own.
  case edit([TextChange])
  /// An action of a palette or menu.
  case action(EditorAction)
  /// A line of command mode.
  case line(ExCommand)
  /// A name that was chosen to complete what is typed.
  case completion(String)
  /// What a search found.
  case finding(SearchFinding)
}
