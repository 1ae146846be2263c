import Foundation
import MarfaSDK
import Settings

/// Puts text into the system's clipboard.
///
/// The way is chosen once. Programs run away from the main actor and are given up after a while.
package struct Clipboard: Sendable {
  /// What came of copying.
  package enum Outcome: Hashable, Sendable {
    /// It was handed over.
    case copied
    /// It was sent, but is so long that the terminal may have cut it; in bytes.
    case maybeCut(bytes: Int)
    /// There is no system clipboard in this session; text stays inside.
    case inside
    /// The program failed.
    case failed(program: String, reason: String)
  }

  /// Seconds that a program may take.
  package static let timeLimit = 5.0

  /// The way.
  package let route: ClipboardRoute
  package let environment: [String: String]

  /// Chooses the way for the session.
  package init(method: ClipboardMethod, environment: [String: String]) {
    self.environment = environment
    route = ClipboardRoute.choose(method, environment: environment) {
      ProgramPath.find($0, in: environment) != nil
    }
  }

  /// Copies a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - writeToTerminal: Writes bytes to the terminal between two frames.
  /// - Returns: What came of it.
  package func copy(
    _ text: String, writeToTerminal: @MainActor ([UInt8]) -> Void
  ) async -> Outcome {
    switch route {
    case .none: return .inside
    case .osc52:
      await writeToTerminal(ClipboardRoute.osc52Sequence(text))
      let bytes = text.utf8.count
      return bytes > ClipboardRoute.osc52Limit ? .maybeCut(bytes: bytes) : .copied
    case .command(let words):
      return await Self.run(words, input: Data(text.utf8), environment: environment)
    }
  }

  // MARK: - Programs

  /// Runs a program with the text as its standard input.
  ///
  /// Both `wl-copy` and `xclip` leave a process running that serves the clipboard, so only the
  /// first process is waited for, and its output goes nowhere.
  private static func run(
    _ words: [String], input: Data, environment: [String: String]
  ) async -> Outcome {
    let name = words.first ?? ""
    guard let path = ProgramPath.find(name, in: environment) else {
      return .failed(program: name, reason: "not found")
    }
    let file = URL(filePath: NSTemporaryDirectory())
      .appending(path: "marfa-clipboard-\(UUID().uuidString)")
    defer { unlink(file.path) }
    do {
      // A file instead of a pipe: a program that does not read cannot block or kill the writer.
      let created = FileManager.default.createFile(
        atPath: file.path, contents: input, attributes: [.posixPermissions: 0o600])
      guard created else { return .failed(program: name, reason: "no temporary file") }
      return try await finish(
        process(path, words, input: file, environment: environment), name: name)
    } catch {
      return .failed(program: name, reason: StorageError.cause(of: error))
    }
  }

  private static func process(
    _ path: String, _ words: [String], input: URL, environment: [String: String]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  package static func finish(_ process: Process, name: String) async throws -> Outcome {
    let (ends, continuation) = AsyncStream.makeStream(
      of: Int32.self, bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { ended in
      continuation.yield(ended.terminationStatus)
      continuation.finish()
    }
    try process.run()
    let identifier = process.processIdentifier
    let limit = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: limit)
    var status: Int32 = -1
    for await end in ends { status = end }
    limit.cancel()
    return status == 0
      ? .copied : .failed(program: name, reason: "it ended with \(status)")
  }
}
