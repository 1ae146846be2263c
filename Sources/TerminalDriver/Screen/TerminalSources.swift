import CTerminalGuard
import Dispatch
import Glibc

/// The dispatch sources that bring input and signals to the main queue.
@MainActor struct TerminalSources {
  var input: (any DispatchSourceRead)?
  var signals: (any DispatchSourceRead)?
  var escapeTimer: (any DispatchSourceTimer)?
  var isInputSuspended = false

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
