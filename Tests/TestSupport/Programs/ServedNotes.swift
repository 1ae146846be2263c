import Foundation
import Glibc

/// The program `marfa-server` on a folder of its own, which a test may kill and start again.
public final class ServedNotes {
  /// The program did not do what it was asked.
  public struct Failure: Error {
    /// What it wrote to its standard error.
    public let words: String
  }

  /// What it keeps is below.
  package let folder: TemporaryDirectory
  /// The running program.
  public private(set) var run: ProgramRun
  /// Where it listens, such as `http://127.0.0.1:40123`.
  public let url: String

  private init(_ folder: TemporaryDirectory, _ run: ProgramRun, url: String) {
    (self.folder, self.run, self.url) = (folder, run, url)
  }

  /// Starts a server and waits until it listens.
  ///
  /// - Returns: The server.
  /// - Throws: When it cannot be started.
  public static func start() async throws -> ServedNotes {
    let folder = try TemporaryDirectory()
    let (run, url) = try await serve(folder, port: 0)
    return ServedNotes(folder, run, url: url)
  }

  /// Makes a key.
  ///
  /// - Parameter arguments: Its rights, such as `--role member --type core.*=read`.
  /// - Returns: The key.
  /// - Throws: `Failure`.
  public func key(_ arguments: String = "") async throws -> String {
    let words = arguments.split(separator: " ").map(String.init)
    let (status, output, errors) = try await ProgramRun.run(
      ProgramRun.built("marfa-server"),
      ["keys", "create", "--data", folder.path + "/server", "--label", "test"] + words)
    guard status == 0 else { throw Failure(words: errors) }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Kills it as a power loss would, and waits until it is gone.
  public func kill() async {
    run.signal(SIGKILL)
    _ = await run.exitStatus()
  }

  /// Starts it again at the same address.
  ///
  /// - Parameter arguments: More of its arguments.
  /// - Throws: When it cannot be started.
  public func restart(_ arguments: [String] = []) async throws {
    run = try await Self.serve(folder, port: port(), arguments).run
  }

  /// The port of its address.
  ///
  /// - Throws: `Failure`.
  public func port() throws -> Int {
    guard let port = url.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw Failure(words: "\(url) has no port.")
    }
    return port
  }

  private static func serve(
    _ folder: TemporaryDirectory, port: Int, _ arguments: [String] = []
  ) async throws -> (run: ProgramRun, url: String) {
    let run = try ProgramRun(
      ProgramRun.built("marfa-server"),
      ["--data", folder.path + "/server", "--port", "\(port)"] + arguments)
    let start = "marfa-server listens on "
    guard let line = await run.lines.next(startingWith: start) else {
      throw Failure(words: "It does not listen.")
    }
    return (run, String(line.dropFirst(start.count)))
  }
}
