import Foundation
import Glibc
import TestSupport

/// A real `marfa-server` on a folder and a port of this machine, which a test may kill and start
/// again.
final class ServerProcess {
  private static let program = ProgramRun.built("marfa-server")

  /// The server did not say where it listens, or no key.
  struct Failure: Error {}

  let url: URL
  let key: String
  private let folder: TemporaryDirectory
  private var run: ProgramRun

  /// Makes a key, and starts the server.
  init() async throws {
    let folder = try TemporaryDirectory()
    let keys = try ProgramRun(
      Self.program, ["keys", "create", "--label", "test", "--data", folder.path],
      watching: .output)
    guard let key = await keys.lines.next(), await keys.exitStatus() == 0 else { throw Failure() }
    let run = try Self.serve(folder, port: "0")
    guard let url = await Self.address(run) else { throw Failure() }
    (self.folder, self.key, self.run, self.url) = (folder, key, run, url)
  }

  private static func serve(_ folder: TemporaryDirectory, port: String) throws -> ProgramRun {
    try ProgramRun(program, ["--data", folder.path, "--port", port], watching: .errors)
  }

  private static func address(_ run: ProgramRun) async -> URL? {
    while let line = await run.lines.next() {
      if let range = line.range(of: "listens on ") {
        return URL(string: String(line[range.upperBound...]))
      }
    }
    return nil
  }

  /// Kills it with signal 9, and waits until it is gone.
  func kill() async {
    run.signal(SIGKILL)
    _ = await run.exitStatus()
  }

  /// Starts it again, on the same port.
  func start() async throws {
    run = try Self.serve(folder, port: String(url.port ?? 0))
    guard await Self.address(run) != nil else { throw Failure() }
  }
}
