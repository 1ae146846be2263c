/// The command that waits for the clipboard's text.
struct ClipboardWait: Sendable {
  /// The command; nil when none waits.
  private(set) var command: ParsedCommand?

  /// Lets a command wait.
  mutating func wait(_ command: ParsedCommand) { self.command = command }

  /// Ends the waiting.
  ///
  /// - Returns: The command that waited.
  mutating func end() -> ParsedCommand? {
    defer { command = nil }
    return command
  }
}
