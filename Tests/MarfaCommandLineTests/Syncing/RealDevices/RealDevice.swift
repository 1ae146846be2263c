import Foundation
import MarfaSDK
import TestSupport

/// A device whose commands are processes of their own.
final class RealDevice {
  /// How a process works.
  enum Circumstances: Hashable {
    case usual
    /// No file can grow beyond the size that the notes have now, as on a full disk.
    case fullDisk
    /// It is killed as soon as it runs.
    case killed
  }

  let fixture: CommandFixture
  let network: FaultyNetwork

  init(_ fixture: CommandFixture, _ network: FaultyNetwork) {
    (self.fixture, self.network) = (fixture, network)
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: Its words.
  ///   - input: Its standard input.
  ///   - circumstances: How it works.
  /// - Returns: The process.
  /// - Throws: When it cannot be started.
  func start(
    _ arguments: [String], input: String = "", _ circumstances: Circumstances = .usual
  ) throws -> ProgramRun {
    try fixture.directory.write(input, to: "input")
    var script = #"exec "$0" "$@" < "$INPUT""#
    if circumstances == .fullDisk {
      // What does not fit is refused with an error, not with a signal.
      script = "trap '' XFSZ; ulimit -f $SIZE; " + script
    }
    var variables = fixture.variables
    variables["INPUT"] = fixture.directory.path + "/input"
    variables["SIZE"] = String(try largestFile() >> 10)
    let run = try ProgramRun(
      "/bin/bash", ["-c", script, ProgramRun.built("marfa")] + arguments, watching: .output,
      environment: variables)
    if circumstances == .killed { run.signal(SIGKILL) }
    return run
  }

  /// Runs a command to its end.
  func run(
    _ arguments: [String], input: String = "", _ circumstances: Circumstances = .usual
  ) async throws -> (status: Int32?, output: String) {
    let run = try start(arguments, input: input, circumstances)
    let lines = await run.lines.rest()
    return (await run.exitStatus(), lines)
  }

  /// Syncs through the network as it is.
  ///
  /// - Parameter bytes: The number of sent bytes after which it is killed; nil lets it live.
  /// - Returns: The status, and what it said of a failure.
  /// - Throws: When it cannot be started.
  func sync(killedAfter bytes: Int? = nil) async throws -> (status: Int32?, errors: String) {
    let run = try start(["sync", "--quiet"])
    network.watch(run, killedAfter: bytes)
    _ = await run.lines.rest()
    return (await run.exitStatus(), try run.output)
  }

  /// The size of the largest file of the notes.
  private func largestFile() throws -> Int {
    let folder = fixture.directory.path + "/data"
    let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.size] as? Int ?? 0
    }
    return sizes.max() ?? 0
  }

  /// What the notes hold, and whether something waits.
  func contents() async throws -> SynchronousStore { SynchronousStore(try await fixture.store()) }
}
