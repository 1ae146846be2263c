/// What is remembered of lines of command mode, and the line that is being replayed.
struct LineMode: Sendable {
  /// The last line, for `@:`.
  private(set) var last: ExCommand?
  /// The last substitution, for `&`.
  private(set) var substitution: Substitution?
  /// What a macro has typed of a line; nil when it types none.
  private(set) var replayed: String?
  /// The lines that a line of command mode still does something at; nil when there is none.
  private(set) var awaited: AwaitedLines?

  /// Remembers a line.
  mutating func remember(_ line: ExCommand) { last = line }

  /// Remembers a substitution, with the pattern that it used.
  mutating func remember(_ substitution: Substitution, of pattern: SearchPattern) {
    self.substitution = substitution
    self.substitution?.pattern = pattern
  }

  /// Does something at lines, one after the other.
  ///
  /// - Returns: Those of an outer line; `resume(_:)` takes them.
  mutating func begin(at lines: [Int]) -> AwaitedLines? {
    defer { awaited = AwaitedLines(lines) }
    return awaited
  }

  /// The next line to do something at; nil when none is left.
  mutating func next() -> Int? { awaited?.next() }

  /// Goes on at the lines of an outer line.
  mutating func resume(_ outer: AwaitedLines?) { awaited = outer }

  /// Follows a change of the text; the buffer is the one before it.
  mutating func apply(_ change: TextChange, to buffer: TextBuffer) {
    awaited?.apply(change, to: buffer)
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
