import TerminalUI

/// Which rows of the text are on the screen: anchored to a place of the text, not to a number.
struct Viewport: Hashable, Sendable {
  /// The first byte of the highest row.
  private(set) var top = 0
  /// The pane's extent in cells.
  private(set) var size = Size(columns: 80, rows: 24)
  /// How many rows are to be free below the cursor once the view follows it; nil when it has done
  /// so.
  private(set) var roomBelow: Int?

  /// Whether the cursor may have left the rows since the view followed it.
  var isBehind: Bool { roomBelow != nil }

  /// The cursor or the text changed: the view follows when it is next looked at, so that keys that
  /// come faster than frames lay out no rows.
  mutating func fallBehind(leaving room: Int) { roomBelow = max(roomBelow ?? 0, room) }

  /// The view follows the cursor now.
  mutating func catchUp() { roomBelow = nil }

  /// Begins with the row at an offset.
  mutating func scroll(to top: Int) { self.top = top }

  /// Puts the highest row where its text went.
  mutating func move(_ place: (Int) -> Int) { top = place(top) }

  /// Takes the pane's extent.
  mutating func resize(to size: Size) { self.size = size }
}
