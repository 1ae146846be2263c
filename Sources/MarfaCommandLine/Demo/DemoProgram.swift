import Foundation
import Glibc
import NoteFiles

/// Runs a program of a demo to its end, without the terminal.
struct DemoProgram: Sendable {
  /// How a run ended.
  struct Result: Sendable {
    /// Whether it ended with 0.
    var succeeded: Bool
    /// What it wrote to standard output.
    var output: String
    /// What it wrote to standard error.
    var errors: String
  }

  /// The program's file.
  let path: String
  /// Its environment variables.
  let environment: [String: String]
  /// The folder of the demo.
  let folder: DemoFolder

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without its name.
  ///   - input: Its standard input.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: `CommandFailure` when it cannot be started.
  func run(_ arguments: [String], input: String = "") async throws -> Result {
    let name = UUID().uuidString
    let files = ["in", "out", "err"].map { "\(folder.path)/\(name).\($0)" }
    defer { for file in files { unlink(file) } }
    try folder.write(Array(input.utf8), to: name + ".in")
    let opened = [
      open(files[0], O_RDONLY | O_CLOEXEC), open(files[1], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
      open(files[2], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
    ]
    let program: TerminalProgram
    do {
      defer { for descriptor in opened { close(descriptor) } }
      program = try TerminalProgram(
        path: path, arguments: arguments, environment: environment, input: opened[0],
        output: opened[1], errors: opened[2])
    } catch {
      throw CommandFailure(.failure, "\(path) cannot be started.")
    }
    let end = await program.end()
    let result = Result(
      succeeded: end == .code(0), output: Self.text(files[1]), errors: Self.text(files[2]))
    if !result.succeeded { try folder.write(result.words(of: arguments).utf8, to: Self.failure) }
    return result
  }

  /// What failed last, on any device of the demo, in words; nil when all succeeded.
  var lastFailure: String? {
    let words = Self.text(folder.path + "/" + Self.failure)
    return words.isEmpty ? nil : words
  }

  /// The file in the demo's folder that says what failed last.
  private static let failure = "failure"

  /// Runs the program, which must succeed.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without its name.
  ///   - input: Its standard input.
  /// - Returns: Its output without the line break at the end.
  /// - Throws: `CommandFailure` with the program's words.
  @discardableResult
  func succeed(_ arguments: [String], input: String = "") async throws -> String {
    let result = try await run(arguments, input: input)
    guard result.succeeded else {
      throw CommandFailure(
        .failure, "The demo could not be set up, at \(result.words(of: arguments))")
    }
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Exchanges a device's notes with the server; tries again for 30 seconds if that fails.
  ///
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: `CommandFailure` when the program cannot be started.
  func exchange() async throws -> Result {
    try await run(["sync", "--wait", "--timeout", "30", "--quiet"])
  }

  /// Connects a device to the server, with the key in the folder of the demo.
  ///
  /// - Parameters:
  ///   - name: The name that other devices see.
  ///   - server: Where it reaches the server.
  /// - Throws: `CommandFailure` with the program's words.
  func logIn(as name: String, to server: String) async throws {
    try await succeed(["config", "set", "server.device", name])
    try await succeed([
      "login", "--quiet", "--no-input", "--server", server, "--token-file",
      "\(folder.path)/\(name).key",
    ])
  }

  private static func text(_ path: String) -> String {
    // A file that is not there counts as empty.
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

extension DemoProgram.Result {
  /// A command and what it said of its failure.
  fileprivate func words(of arguments: [String]) -> String {
    let words = errors.trimmingCharacters(in: .whitespacesAndNewlines)
    return "`\(arguments.joined(separator: " "))`: \(words)"
  }
}
