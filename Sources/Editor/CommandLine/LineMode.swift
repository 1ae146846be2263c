/// What is remembered of lines of command mode, and the line that is being replayed.
struct LineMode: Sendable {
  /// The last line, for `@:`.
  private(set) var last: ExCommand?
  /// The last substitution, for `&`.
  private(set) var substitution: Substitution?
  /// What a macro has typed of a line; nil when it types none.
  private(set) var replayed: String?

  /// Remembers a line.
  mutating func remember(_ line: ExCommand) { last = line }

  /// Remembers a substitution, with the pattern that it used.
  mutating func remember(_ substitution: Substitution, of pattern: SearchPattern) {
    self.substitution = substitution
    self.substitution?.pattern = pattern
  }

  /// Begins a line that a macro types.
  mutating func begin() { replayed = "" }

  /// Adds a character to it, as far as a line may be long.
  mutating func type(_ character: Character) {
    if (replayed?.utf8.count ?? 0) < EditorPrompt.longest { replayed?.append(character) }
  }

  /// Ends it.
  ///
  /// - Returns: What was typed; nil when there was no line.
  @discardableResult
  mutating func end() -> String? {
    defer { replayed = nil }
    return replayed
  }
}
