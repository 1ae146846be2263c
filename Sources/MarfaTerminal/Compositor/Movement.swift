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

/// A component with lines to move through.
@MainActor package protocol Movable: Component {
  /// Moves the selection or the view.
  func move(_ movement: Movement)
}

/// A component with a selected thing that can be opened.
@MainActor package protocol Selectable: Component {
  /// Does what Enter does.
  ///
  /// - Returns: What is to be done elsewhere.
  func activate() -> [Effect]
}
