import TerminalUI

/// What was done while typing, for `.` and for counts.
enum TypedEvent: Hashable, Sendable {
  /// Characters, one key each.
  case characters(String)
  /// Another key.
  case key(KeyEvent)
  /// A paste, or a register's text.
  case text(String)
  /// A completion: a number of clusters before the cursor gave way to a text.
  case completion(removed: Int, text: String)
}

extension [TypedEvent] {
  /// Adds an event; characters that follow each other are one, so that long typing stays small.
  mutating func add(_ event: TypedEvent) {
    guard case .characters(let new) = event, case .characters(var old) = last else {
      return append(event)
    }
    removeLast()
    old += new
    append(.characters(old))
  }

  /// The text that the events type; nil when one of them does anything else.
  var plainText: String? {
    var text = ""
    for event in self {
      switch event {
      case .characters(let part), .text(let part): text += part
      case .key, .completion: return nil
      }
    }
    return text
  }
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

  /// The most clusters that Backspace brings back in replace mode.
  static let mostOverwritten = 10_000

  /// Remembers what a character is typed over.
  mutating func overwrite(_ cluster: String) {
    overwritten.append(cluster)
    if overwritten.count > 2 * TypingState.mostOverwritten {
      overwritten.removeFirst(TypingState.mostOverwritten)
    }
  }
  /// The lines that get what is typed, once it is; nil outside a block.
  var block: BlockInsertion?
  /// The key that waits for a character (`Ctrl-r`).
  var awaiting: ViCommand?
}
