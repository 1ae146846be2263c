import TerminalDriver
import TerminalUI
import Workbench

/// What the application asks of the terminal it runs in; a test gives a host of its own.
@MainActor package protocol ApplicationHost: FrameHost {
  /// Draws everything again, as after noise on the line.
  func redrawEverything()

  /// Stops the process group until the shell continues it.
  func suspend()

  /// Leaves the application; the terminal is restored first.
  func quit()

  /// Gives the terminal to a program until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: Its variables; those of this process when nil.
  /// - Returns: The program's exit status.
  /// - Throws: An error that says why the program could not be started.
  func runProgram(_ arguments: [String], environment: [String: String]?) async throws -> Int32

  /// Starts a program that needs no terminal; the answer is a sentence when it failed.
  func start(_ arguments: [String]) async -> String?

  /// Puts text on the clipboard; the answer is a sentence when something should be said of it.
  func copy(_ text: String) async -> String?

  /// Reads what is typed, or leaves it in the terminal until what was typed before is handled.
  func setInput(isTaken: Bool)

  /// Turns reports of the mouse on or off; off, the terminal selects text with it.
  func setMouse(isEnabled: Bool)

  /// Rings the bell, or flashes.
  func alert(_ kind: AlertKind)

  /// Sets the title of the terminal's window.
  func setTitle(_ title: String)

  /// The text on the system clipboard, when it can be read.
  func paste() async -> String?
}

extension ApplicationHost {
  /// Gives the terminal to a program, which gets the variables of this process, until it ends.
  package func runProgram(_ arguments: [String]) async throws -> Int32 {
    try await runProgram(arguments, environment: nil)
  }
}
