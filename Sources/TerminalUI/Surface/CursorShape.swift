/// The form of the hardware cursor (DECSCUSR, `CSI Ps SP q`).
public enum CursorShape: Hashable, Sendable {
  /// Whatever the terminal is set to.
  case terminalDefault
  /// A filled cell.
  case block
  /// A line below the character.
  case underline
  /// A line before the character.
  case bar
}
