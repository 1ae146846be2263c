/// A key as the terminal reports it, without its modifiers.
public enum Key: Hashable, Sendable {
  /// A key that types one grapheme cluster; upper case is in the character, not in a modifier.
  case character(Character)
  /// The return key.
  case enter
  /// The escape key.
  case escape
  /// The tab key; with `shift`, the back tab.
  case tab
  /// Delete to the left.
  case backspace
  /// Delete to the right.
  case delete
  /// The insert key.
  case insert
  /// An arrow key.
  case up, down, left, right
  /// To the ends of a line or a text.
  case home, end
  /// By a screen.
  case pageUp, pageDown
  /// A function key, 1…35.
  case function(Int)
}
