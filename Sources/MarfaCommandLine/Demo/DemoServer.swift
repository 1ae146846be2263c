import Foundation
import Glibc
import NoteFiles

/// The server of a demo, on loopback and a port that is free.
struct DemoServer: Sendable {
  /// Where it listens.
  let url: String
  private let program: TerminalProgram

  /// The server's program: the one next to this program.
  ///
  /// - Parameter executable: The absolute path of this program.
  /// - Returns: The path.
  /// - Throws: `CommandFailure` that says how to build it.
  static func path(besideExecutable executable: String) throws -> String {
    let folder = URL(filePath: executable).deletingLastPathComponent().path
    let path = folder + "/marfa-server"
    guard access(path, X_OK) == 0 else {
      throw CommandFailure(
        .notFound,
        "The demo needs the program marfa-server next to marfa, in \(folder). In a clone of the "
          + "repository, `swift build -c release` builds both; then run .build/release/marfa demo.")
    }
    return path
  }

  /// Starts the server and waits until it listens.
  ///
  /// - Parameters:
  ///   - path: Its program.
  ///   - folder: The folder of the demo.
  ///   - environment: The variables of this process.
  /// - Returns: The server.
  /// - Throws: `CommandFailure` when it does not start.
  static func start(
    _ path: String, in folder: DemoFolder, environment: [String: String]
  ) async throws -> DemoServer {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    let (input, output) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let program: TerminalProgram
    do {
      defer { for descriptor in [output, nothing] { close(descriptor) } }
      program = try TerminalProgram(
        path: path, arguments: ["--data", folder.path + "/server", "--port", "0"],
        environment: folder.environment(of: "server", from: environment), input: nothing,
        output: output, errors: output)
    } catch {
      close(input)
      throw CommandFailure(.failure, "\(path) cannot be started.")
    }
    switch await beginning(of: input) {
    case .success(let url): return DemoServer(url: url, program: program)
    case .failure(let failure):
      program.send(SIGKILL)
      _ = await program.end()
      throw CommandFailure(.failure, "\(path) does not listen. \(failure.words)")
    }
  }

  /// What the server said instead of its address.
  private struct Silence: Error {
    var words: String
  }

  /// Ends the server; what it stored goes anyway.
  func stop() async {
    program.send(SIGKILL)
    _ = await program.end()
  }

  /// The address that the server says it listens on.
  ///
  /// What else it says is read and forgotten until its end.
  private static func beginning(of input: Int32) async -> Result<String, Silence> {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        defer { close(input) }
        var text: [UInt8] = []
        var isSaid = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(input, &buffer, buffer.count)
          if count < 0, errno == EINTR { continue }
          if count <= 0 { break }
          if isSaid { continue }
          text += buffer[..<count]
          if let url = Self.address(in: text) {
            isSaid = true
            continuation.resume(returning: .success(url))
          }
        }
        if isSaid { return }
        let words = String(decoding: text, as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        continuation.resume(returning: .failure(Silence(words: words)))
      }
    }
  }

  private static func address(in text: [UInt8]) -> String? {
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = "marfa-server listens on "
    return lines.dropLast().first { $0.hasPrefix(start) }.map {
      $0.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
    }
  }
}
