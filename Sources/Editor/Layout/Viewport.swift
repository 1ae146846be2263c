import TerminalUI

/// Which rows of the text are on the screen: anchored to a place of the text, not to a number.
struct Viewport: Hashable, Sendable {
  /// The first byte of the highest row.
  var top = 0
  /// The pane's extent in cells.
  var size = Size(columns: 80, rows: 24)
}
