import Glibc
import TerminalUI

/// A terminal as the application sees it; on the main actor only.
///
/// `Terminal` is the real one, `HeadlessScreen` the one of tests.
@MainActor public protocol TerminalScreen: AnyObject {
  /// The extent of the screen.
  var size: Size { get }
  /// Called with everything that arrived together, in order and never empty.
  var onInput: (([TerminalInput]) -> Void)? { get set }
  /// Called once after a signal asked the process to end.
  var onTermination: ((TerminationReason) -> Void)? { get set }
  /// Whether more input is waiting than was delivered.
  var hasWaitingInput: Bool { get }
  /// Whether what is typed is read; false while too much of it waits to be handled.
  var isTakingInput: Bool { get }
  /// Whether the screen shows what is drawn now; false while a child program has it.
  var isActive: Bool { get }

  /// Shows a surface; only what differs from the one shown before is sent.
  func draw(_ surface: Surface)
  /// Makes the next `draw` send everything.
  func invalidate()
  /// Gives the terminal back; repeats do nothing.
  func stop()
  /// Gives the terminal back, stops the process group as Ctrl-Z does, and goes on after it.
  func suspend()
  /// Lets another program have the terminal until it ends.
  func run(_ command: ChildCommand) async throws -> ChildExit
  /// Puts a text in the clipboard of the person's terminal (OSC 52).
  func copyToClipboard(_ text: String)
  /// Sets the title of the terminal's window.
  func setTitle(_ title: String)
  /// Rings the bell, or flashes.
  func alert(_ kind: AlertKind)
  /// Reads what is typed, or leaves it in the terminal until it is wanted again.
  func setInput(isTaken: Bool)
  /// Turns mouse reports on or off.
  func setMouse(isEnabled: Bool)
}

/// How a person is alerted.
public enum AlertKind: Hashable, Sendable {
  /// By the bell's sound.
  case audible
  /// By a flash of the screen.
  case visible
}

/// Which signal asked the process to end.
public enum TerminationReason: Hashable, Sendable {
  /// SIGHUP: the terminal is gone.
  case hangup
  /// SIGINT from outside; the key is an event.
  case interrupt
  /// SIGQUIT from outside; the key is an event.
  case quit
  /// SIGTERM.
  case terminate

  /// The signal's number.
  var signal: Int32 {
    switch self {
    case .hangup: SIGHUP
    case .interrupt: SIGINT
    case .quit: SIGQUIT
    case .terminate: SIGTERM
    }
  }

  /// The exit code of a process that ends for it: 128 and the signal's number.
  public var exitCode: Int32 { 128 + signal }
}
