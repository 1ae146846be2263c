import NoteFiles
import TerminalDriver

extension TerminalError: WordedError {
  /// What is wrong with the terminal, and what to do.
  package var failure: CommandFailure { CommandFailure(.failure, sentence) }

  private var sentence: String {
    let cause = underlying.isEmpty ? "" : " (\(underlying))"
    switch code {
    case .noTerminal:
      return "There is no terminal here\(cause); `marfa --help` lists what works without one."
    case .unsuitableTerminal:
      return "The terminal \(subject) cannot place its cursor; set TERM to what it is, or "
        + "use a command: `marfa --help` lists them."
    case .unknownTerminal:
      return "Nothing is known of the terminal \(subject); install ncurses-term, or set "
        + "TERM to one it is like, such as xterm-256color."
    case .system: return "The terminal \(subject) failed\(cause)."
    case .cannotStart: return "\(subject) cannot be started\(cause)."
    }
  }
}
