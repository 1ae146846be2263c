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
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    let (ends, continuation) = AsyncStream.makeStream(
      of: EditSession.EditorExit.self, bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { ended in
      let status = ended.terminationStatus
      continuation.yield(ended.terminationReason == .exit ? .code(status) : .signal(status))
      continuation.finish()
    }
    let previous = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, previous) }
    let terminal = SavedTerminal()
    do {
      try process.run()
    } catch {
      return .failed("\(name) could not be started")
    }
    for await end in ends {
      terminal?.restore(clearsModes: end != .code(0))
      return end
    }
    return .failed("\(name) ended without an exit status")
  }
}
