import NoteFiles
import TerminalDriver

extension TerminalError: WordedError {
  /// What is wrong with the terminal, and what to do.
  package var failure: CommandFailure { CommandFailure(.failure, sentence) }

  private var sentence: String {
    let cause = underlying.isEmpty ? "" : " (\(underlying))"
    switch code {
    case .noTerminal:
      return "No terminal\(cause); `marfa --help` lists what works without one."
    case .unsuitableTerminal:
      return "TERM=\(subject) cannot run the full-screen application; set TERM or use a "
        + "command: `marfa --help` lists them."
    case .unknownTerminal:
      return "Unknown terminal \(subject); install ncurses-term, or set TERM to a similar "
        + "terminal, such as xterm-256color."
    case .system: return "The terminal \(subject) failed\(cause)."
    case .cannotStart: return "\(subject) cannot be started\(cause)."
    }
  }
}
