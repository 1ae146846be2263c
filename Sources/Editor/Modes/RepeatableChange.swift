/// The last change, for `.`.
struct RepeatableChange: Sendable {
  /// The command that made it or began it.
  var command: ParsedCommand
  /// What was typed afterwards.
  var typed = TypedEvents()
  /// The size of the visual selection that it acted on.
  var visual: VisualSize?
}

/// How much a visual selection held, to take as much again elsewhere.
struct VisualSize: Hashable, Sendable {
  /// Characters or lines.
  var mode: EditorMode
  /// Lines below the first.
  var lines: Int
  /// Clusters: of the selection, or in its last line when it has several; columns of a block.
  var clusters: Int
}
