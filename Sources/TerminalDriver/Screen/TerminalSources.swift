import CTerminalGuard
import Dispatch
import Glibc

/// Why input is left in the terminal.
enum InputPause {
  /// A child program reads the terminal, or nothing reads it any more.
  case child
  /// What was read before waits still.
  case backlog
}

/// The dispatch sources that bring input and signals to the main queue.
@MainActor struct TerminalSources {
  var input: (any DispatchSourceRead)?
  var signals: (any DispatchSourceRead)?
  var escapeTimer: (any DispatchSourceTimer)?
  /// Fires when a program that has the terminal was waited for long enough.
  var childTimer: (any DispatchSourceTimer)?
  /// The signals that were taken from the pipe and are not handled yet.
  var takenSignals: Set<Int32> = []
  /// Why input is not read now; it waits in the terminal.
  var inputPauses: Set<InputPause> = []

  /// The signals that become events.
  ///
  /// They are caught before ncurses starts, which otherwise
  /// installs its own handlers that end the process without asking.
  static let signalNumbers = [
    SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD,
  ]

  static func catchSignals() {
    for number in signalNumbers { marfa_signal_pipe_add(number) }
  }
}
