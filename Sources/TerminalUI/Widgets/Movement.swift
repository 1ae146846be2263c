/// A way to move through lines: of a list, a text or a menu.
package enum Movement: Hashable {
  /// Towards the end, by lines.
  case down(Int)
  /// Towards the start, by lines.
  case up(Int)
  /// By parts of the window's height.
  case halfPageDown, halfPageUp, pageDown, pageUp
  /// To the ends.
  case top, bottom
  /// To lines of the window.
  case screenTop, screenMiddle, screenBottom
}
