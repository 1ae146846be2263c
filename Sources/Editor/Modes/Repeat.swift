/// The last change, for `.`, and how keys are being played back.
struct Repeat: Sendable {
  /// How deep macros may call macros.
  static let deepest = 40

  /// The last change; nil before the first.
  private(set) var change: RepeatableChange?
  /// How many macros, lines and repetitions are being played, one within the other.
  private(set) var depth = 0
  /// Whether what is typed is played back, so that it is not typed again.
  private(set) var isTyped = false

  /// Whether keys are being played back, which wait for nothing.
  var isPlaying: Bool { depth > 0 }

  /// Whether `.` is at work, which must not become the last change itself.
  var isRepeating: Bool { isPlaying && isTyped }

  /// Remembers a change; its typing follows.
  mutating func remember(_ change: RepeatableChange?) { self.change = change }

  /// Remembers what was typed as part of the last change.
  mutating func remember(_ event: TypedEvent) { change?.typed.add(event) }

  /// The last change was made by another command.
  mutating func rename(_ command: ParsedCommand) { change?.command = command }

  /// Begins to play keys.
  mutating func begin() { depth += 1 }

  /// Ends what `begin()` began.
  mutating func end() { depth -= 1 }

  /// Begins to play back what was typed.
  ///
  /// - Returns: What `endTyped(_:)` takes.
  mutating func beginTyped() -> Bool {
    defer { isTyped = true }
    return isTyped
  }

  /// Ends what `beginTyped()` began.
  mutating func endTyped(_ was: Bool) { isTyped = was }
}
