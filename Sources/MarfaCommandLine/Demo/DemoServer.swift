import Foundation
import Glibc
import NoteFiles

/// The server of a demo, on loopback and a port that is free; it ends with this process, however
/// that ends.
struct DemoServer: Sendable {
  /// Where it listens.
  let url: String
  private let program: TerminalProgram
  /// The other end of its standard input.
  private let input: Int32

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
    let (reading, output) = try openPipe(for: path)
    let (held, input) = try openPipe(for: path)
    let program: TerminalProgram
    do {
      defer { for descriptor in [output, held] { close(descriptor) } }
      program = try TerminalProgram(
        path: path,
        arguments: ["--data", folder.path + "/server", "--port", "0", "--end-with-input"],
        environment: folder.environment(of: "server", from: environment), input: held,
        output: output, errors: output)
    } catch {
      for descriptor in [reading, input] { close(descriptor) }
      throw CommandFailure(.failure, "\(path) cannot be started.")
    }
    switch await beginning(of: reading) {
    case .success(let url): return DemoServer(url: url, program: program, input: input)
    case .failure(let failure):
      await DemoServer(url: "", program: program, input: input).stop()
      throw CommandFailure(.failure, "\(path) does not listen. \(failure.words)")
    }
  }

  /// A pipe that no other program inherits: its reading end and its writing end.
  private static func openPipe(for path: String) throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// What the server said instead of its address.
  private struct Silence: Error {
    var words: String
  }

  /// Ends the server; what it stored goes anyway.
  func stop() async {
    program.send(SIGKILL)
    _ = await program.end()
    close(input)
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
