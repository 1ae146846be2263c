import TerminalUI

/// Which rows of the text are on the screen: anchored to a place of the text, not to a number.
struct Viewport: Hashable, Sendable {
  /// The first byte of the highest row.
  private(set) var top = 0
  /// The pane's extent in cells.
  private(set) var size = Size(columns: 80, rows: 24)

  /// Begins with the row at an offset.
  mutating func scroll(to top: Int) { self.top = top }

  /// Puts the highest row where its text went.
  mutating func move(_ place: (Int) -> Int) { top = place(top) }

  /// Takes the pane's extent.
  mutating func resize(to size: Size) { self.size = size }
}
