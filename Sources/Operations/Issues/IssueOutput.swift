import Foundation

/// Where a debug build writes the issues that nobody asked for.
package enum IssueOutput {
  /// What takes each line; set by a test, for its own task.
  @TaskLocal package static var write: @Sendable (String) -> Void = { line in
    if !isTerminalOfFullScreenProgram(STDERR_FILENO) { write(line, to: STDERR_FILENO) }
  }

  /// Writes a line to a file descriptor; what cannot be written is dropped.
  package static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    // One call for one line, so that lines of several threads do not mix.
    _ = Foundation.write(descriptor, bytes, bytes.count)
  }

  /// Whether a line would end up in the middle of a screen: a program that draws one has turned off
  /// the terminal's line editing, see termios(3).
  private static func isTerminalOfFullScreenProgram(_ descriptor: Int32) -> Bool {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ICANON) == 0
  }
}
