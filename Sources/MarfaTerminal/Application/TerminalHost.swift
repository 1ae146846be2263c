import Dispatch
import NoteEditing
import NoteFiles
import TerminalDriver
import TerminalLayers
import TerminalUI

/// The application's host in a terminal.
@MainActor package final class TerminalHost: ApplicationHost {
  private let screen: any TerminalScreen
  private let channel: MainLoopChannel
  private let clipboard: Clipboard
  private let quitting: @MainActor () -> Void
  private let timers = MainQueueTimers()

  /// Gives the application a terminal, its clipboard and an end.
  ///
  /// - Parameters:
  ///   - screen: The terminal.
  ///   - channel: The main loop's channel.
  ///   - clipboard: The way to the clipboard.
  ///   - quit: Ends the program.
  package init(
    screen: any TerminalScreen, channel: MainLoopChannel, clipboard: Clipboard,
    quit: @escaping @MainActor () -> Void
  ) {
    self.screen = screen
    self.channel = channel
    self.clipboard = clipboard
    quitting = quit
  }

  package func requestFrame() { channel.post(.redraw) }

  package func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    timers.schedule(after: delay, action)
  }

  package func redrawEverything() {
    screen.invalidate()
    requestFrame()
  }

  package func suspend() { screen.suspend() }

  package func quit() { quitting() }

  package func runProgram(
    _ arguments: [String], environment: [String: String]?
  ) async throws -> Int32 {
    switch try await screen.run(ChildCommand(arguments, environment: environment)) {
    case .code(let code): code
    case .signal(let signal): 128 + signal
    }
  }

  package func start(_ arguments: [String]) async -> String? {
    await FileOpener.start(arguments, environment: clipboard.environment)
  }

  package func copy(_ text: String) async -> String? {
    let outcome = await clipboard.copy(text) { [screen] _ in screen.copyToClipboard(text) }
    return ClipboardText.remark(for: outcome)
  }

  package func paste() async -> String? { await clipboard.text() }

  package func setInput(isTaken: Bool) { screen.setInput(isTaken: isTaken) }

  package func setMouse(isEnabled: Bool) { screen.setMouse(isEnabled: isEnabled) }

  package func alert(_ kind: AlertKind) { screen.alert(kind) }

  package func setTitle(_ title: String) { screen.setTitle(title) }
}
