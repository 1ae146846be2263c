import Foundation
import Glibc
import Synchronization

/// A program that a test runs, with its output line by line.
final class ProgramRun: Sendable {
  /// Lines of the standard output.
  let output: ProgramLines
  /// Lines of the standard error.
  let errors: ProgramLines
  private let exits: AsyncStream<Int32>
  private let identifier: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The executable, or a name that is looked up in the path.
  ///   - arguments: Its arguments.
  /// - Throws: When it cannot be started.
  init(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program.hasPrefix("/") ? program : "/usr/bin/env")
    process.arguments = (program.hasPrefix("/") ? [] : [program]) + arguments
    var environment = ProcessInfo.processInfo.environment
    for name in environment.keys where name.hasPrefix("MARFA_") { environment[name] = nil }
    process.environment = environment
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    self.output = ProgramLines(output.fileHandleForReading)
    self.errors = ProgramLines(errors.fileHandleForReading)
    let (exits, continuation) = AsyncStream<Int32>.makeStream()
    self.exits = exits
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    identifier = process.processIdentifier
  }

  /// Asks the program to end (SIGTERM).
  func terminate() { kill(identifier, SIGTERM) }

  /// Waits for the end; may be called once.
  func exitStatus() async -> Int32? {
    for await status in exits { return status }
    return nil
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  /// - Returns: The status, the standard output and the standard error.
  /// - Throws: When it cannot be started.
  static func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32?, output: String, errors: String) {
    let run = try ProgramRun(program, arguments)
    let output = await run.output.rest()
    let errors = await run.errors.rest()
    return (await run.exitStatus(), output, errors)
  }

  /// The server's own program, built beside the tests.
  static var server: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "marfa-server").path
  }
}

/// The lines that a program writes, for one reader.
final class ProgramLines: Sendable {
  /// Kept, since a pipe that nobody keeps is closed.
  private let handle: FileHandle
  private let pieces: AsyncStream<Data>
  private let buffer = Mutex(Data())

  init(_ handle: FileHandle) {
    self.handle = handle
    // Unbounded: a test's program writes little, and none of it may be lost.
    let (pieces, continuation) = AsyncStream<Data>.makeStream(bufferingPolicy: .unbounded)
    self.pieces = pieces
    handle.readabilityHandler = { handle in
      let data = handle.availableData
      guard data.isEmpty else {
        continuation.yield(data)
        return
      }
      handle.readabilityHandler = nil
      continuation.finish()
    }
  }

  /// The next line without its break; nil when the program wrote its last.
  func next() async -> String? {
    while true {
      let line = buffer.withLock { buffer -> String? in
        guard let end = buffer.firstIndex(of: 10) else { return nil }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[buffer.index(after: end)...])
        return line
      }
      if let line { return line }
      var iterator = pieces.makeAsyncIterator()
      guard let piece = await iterator.next() else { return nil }
      buffer.withLock { $0.append(piece) }
    }
  }

  /// Reads on to the line that starts so; nil when there is none.
  func next(startingWith start: String) async -> String? {
    while let line = await next() {
      if line.hasPrefix(start) { return line }
    }
    return nil
  }

  /// Everything that is still to come.
  func rest() async -> String {
    var text = ""
    while let line = await next() { text += line + "\n" }
    return text + buffer.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
