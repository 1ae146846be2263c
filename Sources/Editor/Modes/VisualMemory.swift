/// How the visual selection ends, and the one before it.
struct VisualMemory: Sendable {
  /// A selection that was left.
  struct Left: Sendable {
    var selection: Selection
    let mode: EditorMode
    let takesLineEnd: Bool
  }

  /// The selection that was left last, for `gv`.
  private(set) var last: Left?
  /// Whether the selection takes what ends its last line, as after `$`.
  private(set) var takesLineEnd = false

  /// Remembers a selection that is left.
  mutating func leave(_ selection: Selection, _ mode: EditorMode) {
    last = Left(selection: selection, mode: mode, takesLineEnd: takesLineEnd)
  }

  /// The selection takes what ends its last line, or does not.
  mutating func takeLineEnd(_ takes: Bool) { takesLineEnd = takes }

  /// Puts the selection that was left where its text went.
  mutating func move(_ place: (Int) -> Int) {
    guard let moved = last?.selection.moved(place) else { return }
    last?.selection = moved
  }

  /// Sets the selection that was left.
  mutating func replaceLast(_ selection: Selection) { last?.selection = selection }
}
