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
  private(set) var events: [TypedEvent] = []
  /// Where it began, in UTF-8 bytes; nil when that is not known.
  private(set) var start: Int?
  /// How often leaving repeats what was typed.
  private(set) var count = 1
  /// Whether a higher count was typed, which is said at the end.
  private(set) var isCountCut = false
  /// Whether each repetition begins with a new line (`3o`).
  private(set) var opensLines = false
  /// When the last key typed; nil at the beginning.
  private(set) var lastTime: Duration?
  /// The lines that get what is typed, once it is; nil outside a block.
  private(set) var block: BlockInsertion?
  /// The key that waits for a character (`Ctrl-r`).
  private(set) var awaiting: ViCommand?
  /// What replace mode typed over, the last cluster last; empty text where it appended.
  private var overwritten: [String] = []

  /// The most clusters that Backspace brings back in replace mode.
  static let mostOverwritten = 10_000

  /// Begins to remember what is typed at a place, in UTF-8 bytes.
  mutating func begin(at start: Int, count: Int = 1, opensLines: Bool = false) {
    self = TypingState()
    (self.start, self.count, self.opensLines) = (start, count, opensLines)
  }

  /// Forgets what was typed.
  mutating func end() { self = TypingState() }

  /// Types in the lines of a block.
  mutating func type(in block: BlockInsertion) { self.block = block }

  /// What is typed is typed in one line.
  mutating func leaveBlock() { block = nil }

  /// A higher count was typed than is carried out; leaving says so.
  mutating func cutCount() { isCountCut = true }

  /// Remembers what was typed.
  mutating func add(_ event: TypedEvent) { events.add(event) }

  /// Takes what another command typed as typed here.
  mutating func adopt(_ events: [TypedEvent]) { self.events = events }

  /// A key typed at a time; nil when the next one belongs to a new run.
  mutating func typed(at time: Duration?) { lastTime = time }

  /// The next key is the argument of a command; nil when it is typed.
  mutating func wait(_ command: ViCommand?) { awaiting = command }

  /// Puts the beginning where its text went.
  mutating func move(_ place: (Int) -> Int) { start = start.map(place) }

  /// Remembers what a character is typed over.
  mutating func overwrite(_ cluster: String) {
    overwritten.append(cluster)
    if overwritten.count > 2 * TypingState.mostOverwritten {
      overwritten.removeFirst(TypingState.mostOverwritten)
    }
  }

  /// Takes what was typed over last; nil when there is nothing.
  mutating func takeOverwritten() -> String? { overwritten.popLast() }

  /// Backspace brings nothing back of what was typed over so far.
  mutating func keepOverwritten() { overwritten = [] }
}
