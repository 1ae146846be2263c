import TerminalUI

/// What was done while typing, for `.` and for counts.
enum TypedEvent: Hashable, Sendable {
  /// A key.
  case key(KeyEvent)
  /// A paste, or a register's text.
  case text(String)
  /// A completion: so many clusters before the cursor gave way to a text.
  case completion(removed: Int, text: String)
}

/// The state of insert and replace mode.
struct TypingState: Sendable {
  /// What was typed since insert mode began, or since the cursor was moved in it.
  var events: [TypedEvent] = []
  /// Where it began, in UTF-8 bytes; nil when that is not known.
  var start: Int?
  /// How often leaving repeats what was typed.
  var count = 1
  /// Whether each repetition begins with a new line (`3o`).
  var opensLines = false
  /// When the last key typed; nil at the beginning.
  var lastTime: Duration?
  /// What replace mode typed over, the last cluster last; empty text where it appended.
  var overwritten: [String] = []
  /// The lines that get what is typed, once it is; nil outside a block.
  var block: BlockInsertion?
  /// The key that waits for a character (`Ctrl-r`).
  var awaiting: EditorCommand?
}

/// The last change, for `.`.
struct RepeatableChange: Sendable {
  /// The command that made it or began it.
  var command: ParsedCommand
  /// What was typed afterwards.
  var typed: [TypedEvent] = []
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

/// The column that vertical motions aim for.
struct ColumnGoal: Hashable, Sendable {
  /// Columns from the line's start; `Int.max` for its end.
  var line: Int
  /// Columns from the row's start; `Int.max` for its end.
  var row: Int
}
