/// Where the cursor is, what is selected, and the column that vertical motions aim for.
struct Caret: Sendable {
  /// The cursor (`head`) and what is selected.
  private(set) var selection = Selection(at: 0)
  /// The column to aim for; nil until a vertical motion needs one.
  private(set) var goal: ColumnGoal?

  /// Puts the cursor at an offset, with nothing selected.
  mutating func place(at offset: Int) { selection = Selection(at: offset) }

  /// Selects from one offset to another.
  mutating func select(_ selection: Selection) { self.selection = selection }

  /// Moves the cursor; the anchor stays.
  mutating func extend(to offset: Int) { selection.head = offset }

  /// Moves the anchor; the cursor stays.
  mutating func anchor(at offset: Int) { selection.anchor = offset }

  /// Selects nothing; the cursor stays.
  mutating func collapse() { selection.anchor = selection.head }

  /// Puts both ends where their text went.
  mutating func move(_ place: (Int) -> Int) { selection = selection.moved(place) }

  /// Sets the column that vertical motions aim for; nil when the next one measures it.
  mutating func aim(for goal: ColumnGoal?) { self.goal = goal }

  /// The next vertical motion measures the column to aim for.
  mutating func forgetGoal() { goal = nil }
}
