import Foundation
import Glibc

/// A command of the settings that prints the key of a server.
struct TokenCommand: Sendable {
  private let command: String
  private let environment: [String: String]

  /// The most characters of a key.
  private static let maximumLength = 64 << 10

  init(_ command: String, environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  /// Runs the command in a shell, without a terminal to ask on, and takes its first line.
  ///
  /// - Returns: The key.
  /// - Throws: `CommandFailure`, which repeats nothing of what the command printed.
  func key() async throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // Its words would be in the middle of a screen.
    process.standardError = FileHandle.nullDevice
    let (ends, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { ended in
      continuation.yield(ended.terminationReason == .exit ? ended.terminationStatus : -1)
      continuation.finish()
    }
    do {
      try process.run()
    } catch {
      throw CommandFailure(.auth, "server.token_command could not be started.")
    }
    // A thread of its own: the command may take as long as a person who is asked by it.
    let lines = Self.firstLine(of: output.fileHandleForReading)
    var key = ""
    for await line in lines { key = line }
    var status: Int32 = -1
    for await end in ends { status = end }
    guard status == 0 else {
      throw CommandFailure(.auth, "server.token_command failed; run it in a shell to see why.")
    }
    guard !key.isEmpty else {
      throw CommandFailure(.auth, "server.token_command printed no key.")
    }
    return key
  }

  private static func firstLine(of handle: FileHandle) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    Thread.detachNewThread {
      // What cannot be read is no key.
      let data = (try? handle.readToEnd()) ?? Data()
      let line = data.prefix(maximumLength).prefix { $0 != UInt8(ascii: "\n") }
      continuation.yield(
        String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
      continuation.finish()
    }
    return lines
  }
}
