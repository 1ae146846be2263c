import Foundation
import Glibc

/// A command of the settings that prints the key of a server.
struct TokenCommand: Sendable {
  private let command: String
  private let environment: [String: String]
  private let clock: any Clock<Duration>

  /// How long it may take: it may ask a person.
  static let patience = Duration.seconds(120)
  /// The most characters of a key.
  private static let maximumLength = 64 << 10

  init(_ command: String, environment: [String: String], clock: any Clock<Duration>) {
    self.command = command
    self.environment = environment
    self.clock = clock
  }

  /// Runs the command in a shell, without a terminal to ask on, and takes its first line.
  ///
  /// It is ended when the task is cancelled, and when it takes too long.
  ///
  /// - Returns: The key.
  /// - Throws: `CommandFailure`, which repeats nothing of what the command printed;
  ///   `CancellationError`.
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
    let watch = watch(process)
    defer { watch.cancel() }
    return try await withTaskCancellationHandler {
      var (key, status) = ("", Int32(-1))
      for await line in lines { key = line }
      for await end in ends { status = end }
      try Task.checkCancellation()
      watch.cancel()
      return try Self.key(key, status, isLate: await watch.value)
    } onCancel: {
      Self.end(process)
    }
  }

  /// Ends a command that takes too long; whether it did.
  private func watch(_ process: Process) -> Task<Bool, Never> {
    Task { [clock] in
      // Cancelled: it has ended by itself.
      guard (try? await clock.sleep(for: Self.patience)) != nil else { return false }
      Self.end(process)
      return true
    }
  }

  /// Ends a command with what it has started.
  private static func end(_ process: Process) {
    guard process.isRunning else { return }
    let id = process.processIdentifier
    // It has the signal mask of the thread that started it, which lets no other signal through.
    kill(getpgid(id) == id ? -id : id, SIGKILL)
  }

  private static func key(_ key: String, _ status: Int32, isLate: Bool) throws -> String {
    if isLate {
      throw CommandFailure(
        .auth, "server.token_command took longer than 2 minutes; run it in a shell to see why.")
    }
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
