import Dispatch
import Foundation

/// Chooses and starts the program that shows a file.
package enum FileOpener {
  /// The command that shows a file: the configured one, else that of the desktop.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configured: The configuration's command; `{file}` becomes the path, which comes last
  ///     without it.
  ///   - environment: The process's variables.
  /// - Returns: The program and its arguments; nil over ssh and without a desktop, where nothing
  ///   could be seen.
  /// - Throws: `ShellWords.Failure` for a configured command whose quotes do not match.
  package static func command(
    for path: String, configured: String?, environment: [String: String]
  ) throws -> [String]? {
    if let configured, configured.contains(where: { !$0.isWhitespace }) {
      let words = try ShellWords.split(configured)
      guard words.contains(where: { $0.contains("{file}") }) else { return words + [path] }
      return words.map { $0.replacing("{file}", with: path) }
    }
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isRemote = isSet("SSH_TTY") || isSet("SSH_CONNECTION") || isSet("SSH_CLIENT")
    guard !isRemote, isSet("DISPLAY") || isSet("WAYLAND_DISPLAY"),
      let program = ProgramPath.find("xdg-open", in: environment)
    else { return nil }
    return [program, path]
  }

  /// How long a program may take to fail, in seconds; then it is showing the file.
  package static let patience = 2.0

  /// Starts a program away from the terminal, and waits for a moment whether it fails.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: The process's variables.
  /// - Returns: Why it failed, as a sentence; nil when it did not.
  package static func start(_ words: [String], environment: [String: String]) async -> String? {
    let name = words.first ?? ""
    guard let path = ProgramPath.find(name, in: environment) else {
      return "The program “\(name)” was not found."
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ends, continuation) = AsyncStream.makeStream(
      of: Int32.self, bufferingPolicy: .bufferingOldest(1))
    process.terminationHandler = { ended in
      continuation.yield(ended.terminationStatus)
      continuation.finish()
    }
    do {
      try process.run()
    } catch {
      return "“\(name)” could not be started: \(ErrorText.sentence(for: error))"
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { continuation.finish() }
    for await status in ends where status != 0 { return "“\(name)” ended with \(status)." }
    return nil
  }
}
