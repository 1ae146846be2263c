import Foundation
import Glibc
import NoteFiles
import TerminalDriver

/// Starts an external editor on the terminal of a command.
enum EditorLaunch {
  /// Runs a program with its arguments and waits for its end.
  ///
  /// The program shares the terminal and its process group, so SIGINT reaches it and is ignored
  /// here meanwhile. Whatever it did to the terminal is undone: a question may follow.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: The variables it gets.
  /// - Returns: How it ended.
  @MainActor
  static func run(
    _ words: [String], environment: [String: String]
  ) async -> EditSession.EditorExit {
    guard let name = words.first, let path = ProgramPath.find(name, in: environment) else {
      return .failed("\(words.first ?? "the editor") is not found")
    }
    let previous = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, previous) }
    let terminal = SavedTerminal()
    let program: TerminalProgram
    do {
      program = try TerminalProgram(
        path: path, arguments: Array(words.dropFirst()), environment: environment)
    } catch {
      return .failed("\(name) could not be started")
    }
    let end = await program.end()
    terminal?.restore(clearsModes: end != .code(0))
    return end
  }
}
