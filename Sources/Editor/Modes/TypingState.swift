/// The state of insert and replace mode.
struct TypingState: Sendable {
  /// What was typed since insert mode began, or since the cursor was moved in it.
  private(set) var events = TypedEvents()
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
  mutating func adopt(_ events: TypedEvents) { self.events = events }

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
