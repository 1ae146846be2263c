/// What the event that is being handled has done so far.
struct EventTurn: Sendable {
  /// When it happened, since any fixed instant.
  private(set) var now = Duration.zero
  /// The changes of the text, in order.
  private(set) var changes: [TextChange] = []
  /// What the application is to do, in order.
  private(set) var effects: [EditorEffect] = []
  /// Where the cursor was before the command, in UTF-8 bytes.
  private(set) var cursorAtCommand = 0
  /// The text's length before the event, in UTF-8 bytes.
  private(set) var sizeAtStart = 0
  /// The most text that the event may lead to, in UTF-8 bytes.
  private(set) var mostSize = Int.max
  /// Whether something could not be done, which ends what is being replayed.
  private(set) var hasFailed = false

  /// Begins with an event; time never goes back.
  mutating func begin(at time: Duration, cursor: Int, size: Int, mostSize: Int) {
    let now = max(now, time)
    self = EventTurn()
    (self.now, cursorAtCommand, sizeAtStart, self.mostSize) = (now, cursor, size, mostSize)
  }

  init() {}

  /// Begins a command of the event.
  mutating func beginCommand(cursor: Int) { cursorAtCommand = cursor }

  /// Asks something of the application.
  mutating func emit(_ effect: EditorEffect) { effects.append(effect) }

  /// Adds changes that were performed.
  mutating func note(_ performed: some Sequence<TextChange>) { changes += performed }

  /// Something could not be done.
  mutating func fail() { hasFailed = true }

  /// What failed does not keep the next thing from being done.
  mutating func forgetFailure() { hasFailed = false }

  /// Ends the event.
  ///
  /// - Returns: What the application is to do; the changes of the text first.
  mutating func finish() -> [EditorEffect] {
    defer { (changes, effects) = ([], []) }
    return changes.isEmpty ? effects : [.textChanged(changes)] + effects
  }
}
