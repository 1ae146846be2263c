import Foundation
import MarfaSDK
import TestSupport

/// A device whose commands are processes of their own.
final class RealDevice {
  /// How a process works.
  enum Circumstances: Hashable {
    case usual
    /// No file can grow beyond some KiB, as on a full disk; the log of changes soon must.
    case fullDisk(Int)
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
    if case .fullDisk(let size) = circumstances {
      // What does not fit is refused with an error, not with a signal.
      script = "trap '' XFSZ; ulimit -f \(size); " + script
    }
    var variables = fixture.variables
    variables["INPUT"] = fixture.directory.path + "/input"
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
  /// - Parameters:
  ///   - bytes: The number of sent bytes after which it is killed; nil lets it live.
  ///   - circumstances: How it works.
  /// - Returns: The status, and what it said of a failure.
  /// - Throws: When it cannot be started.
  func sync(
    killedAfter bytes: Int? = nil, _ circumstances: Circumstances = .usual
  ) async throws -> (status: Int32?, errors: String) {
    let run = try start(["sync", "--quiet"], circumstances)
    network.watch(run, killedAfter: bytes)
    _ = await run.lines.rest()
    return (await run.exitStatus(), try run.output)
  }

  /// What the notes hold, and whether something waits.
  func contents() async throws -> SynchronousStore { SynchronousStore(try await fixture.store()) }
}
