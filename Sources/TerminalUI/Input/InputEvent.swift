/// Anything that reaches the application from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyEvent)
  /// Text was pasted (bracketed paste, mode 2004), whole.
  case paste(String)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The terminal's window got (true) or lost the focus (mode 1004).
  case focus(Bool)
  /// The terminal has a new size.
  case resize(Size)
}
