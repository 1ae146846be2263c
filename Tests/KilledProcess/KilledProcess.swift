import Foundation
import Glibc

/// A program of ours that a test kills while it writes.
public enum KilledProcess {
  /// Where a program is that was built beside the tests.
  public static func program(_ name: String) -> URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name)
  }

  /// Whether a program was built.
  public static func isBuilt(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program(name).path)
  }

  /// Runs a program, reads so many lines, kills it, and gives all lines that it had written.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - arguments: Its arguments.
  ///   - count: The lines to wait for.
  /// - Returns: Every whole line; a last one that was cut off is none.
  /// - Throws: When the program does not start.
  public static func lines(
    of name: String, _ arguments: [String], killedAfter count: Int
  ) async throws -> [String] {
    try await onOwnThread { try run(program(name), arguments, count) }
  }

  /// Runs a program that kills itself.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - arguments: Its arguments.
  ///   - environment: All that it finds in its environment.
  /// - Returns: The signal that ended it; nil when it ended by itself.
  /// - Throws: When the program does not start.
  public static func signal(
    ending name: String, _ arguments: [String], environment: [String: String]
  ) async throws -> Int32? {
    try await onOwnThread {
      let process = Process()
      process.executableURL = program(name)
      process.arguments = arguments
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
  }

  /// Waits on a thread of its own: the shared ones are few, and other tests need them to go on.
  private static func onOwnThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
  }

  private static func run(_ program: URL, _ arguments: [String], _ count: Int) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    var bytes: [UInt8] = []
    while bytes.count(where: { $0 == 10 }) < count {
      let more = readSome(output)
      if more.isEmpty { break }
      bytes += more
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    while case let more = readSome(output), !more.isEmpty { bytes += more }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Reads what is there, waiting for the first of it; empty at the end.
  ///
  /// Not by `FileHandle`, which ends the process when a signal interrupts it.
  private static func readSome(_ pipe: Pipe) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat {
      count = read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
    } while count < 0 && errno == EINTR
    return Array(buffer[..<max(count, 0)])
  }
}
