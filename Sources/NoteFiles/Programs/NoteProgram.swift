import Foundation
import Glibc
import Synchronization

/// A shell command that is given one note: its id, its title and a file with its text.
package struct NoteProgram: Sendable {
  /// How it ended, and what it printed to both of its outputs.
  package struct Outcome: Hashable, Sendable {
    /// The exit status; nil when it was ended from here.
    package var status: Int32?
    /// What it printed, as far as it is kept.
    package var output: String

    package init(status: Int32?, output: String) {
      self.status = status
      self.output = output
    }
  }

  /// The most bytes of a command's output that are kept where no other number is asked for.
  package static let maximumOutput = 256 << 10

  private let command: String
  private let environment: [String: String]
  /// How long it may take.
  private let limit: Duration
  /// The most bytes of its output that are kept; a command that prints more is ended.
  private let most: Int

  /// Names a command.
  ///
  /// - Parameters:
  ///   - command: The command for the shell.
  ///   - environment: Its variables, with those of the note.
  ///   - limit: How long it may take.
  ///   - most: The most bytes that it may print; it is ended after more.
  package init(
    _ command: String, environment: [String: String], limit: Duration = .seconds(30),
    most: Int = maximumOutput
  ) {
    self.command = command
    self.environment = environment
    self.limit = limit
    self.most = most
  }

  /// The variables that tell a command of a note: `NOTE_ID`, `NOTE_TITLE` and `NOTE_FILE`.
  package static func variables(id: String, title: String, file: String) -> [String: String] {
    ["NOTE_ID": id, "NOTE_TITLE": title.replacing("\0", with: ""), "NOTE_FILE": file]
  }

  /// Runs something with a file that has a text and that only this person can read; the file goes
  /// after it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - body: What is done with the file's path.
  /// - Returns: What `body` returned.
  /// - Throws: `CommandFailure` when there can be no file, or what `body` throws.
  @MainActor package static func withFile<Value>(
    _ text: String, _ body: @MainActor (String) async throws -> Value
  ) async throws -> Value {
    let path = URL(filePath: NSTemporaryDirectory())
      .appending(path: "marfa-note-\(UUID().uuidString).md").path
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    defer { unlink(path) }
    return try await body(path)
  }

  /// Runs the command without a terminal.
  ///
  /// - Returns: How it ended.
  /// - Throws: The system's error when the shell cannot be started; `CancellationError` when the
  ///   task was cancelled, which ends the command with all that it started.
  package func run() async throws -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let (ends, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { ended in
      continuation.yield(ended.terminationReason == .exit ? ended.terminationStatus : -1)
      continuation.finish()
    }
    try process.run()
    let group = process.processIdentifier
    let isEnded = Mutex(false)
    let end: @Sendable () -> Void = {
      isEnded.withLock { $0 = true }
      // The shell leads a group of its own, with all that it started.
      if kill(-group, SIGKILL) != 0 { kill(group, SIGKILL) }
    }
    var bytes: [UInt8] = []
    var status: Int32?
    await withTaskCancellationHandler {
      for await read in self.bytes(of: output.fileHandleForReading, end: end) {
        bytes = read
      }
      for await ended in ends { status = ended }
    } onCancel: {
      end()
    }
    try Task.checkCancellation()
    let text = String(decoding: bytes, as: UTF8.self)
    return Outcome(status: isEnded.withLock { $0 } ? nil : status, output: text)
  }

  /// Reads until the end, the time limit or the size limit; at a limit the command is ended.
  private func bytes(
    of handle: FileHandle, end: @escaping @Sendable () -> Void
  ) -> AsyncStream<[UInt8]> {
    // One value is given, at the end.
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    // A thread of its own: it waits for the command.
    Thread.detachNewThread {
      continuation.yield(read(handle.fileDescriptor, until: ContinuousClock.now + limit, end: end))
      continuation.finish()
      handle.closeFile()
    }
    return stream
  }

  private func read(
    _ descriptor: Int32, until deadline: ContinuousClock.Instant, end: () -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let left = ContinuousClock.now.duration(to: deadline).components.seconds
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = left < 0 ? 0 : poll(&descriptors, 1, Int32(left + 1) * 1000)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, bytes.count < most else {
        end()
        return bytes
      }
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }
}
