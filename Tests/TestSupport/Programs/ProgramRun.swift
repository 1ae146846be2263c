import Foundation
import Glibc

/// A program that a test runs: one of its outputs line by line as it comes, the other in the end.
///
/// Started by posix_spawn(3) with the three standard descriptors and no others; Foundation's
/// `Process` reads behind the list of open files when a thousand of them are open, as in a test
/// run. The watched output comes through a named pipe that the program opens itself, so that no
/// other test's program can have the end that must close.
public final class ProgramRun: Sendable {
  /// The program could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The program's path.
    public let program: String
    /// The error number, as in errno(3).
    public let number: Int32

    /// The program, and why.
    public var description: String {
      let reason = String(cString: strerror(number))
      let advice = number == ENOENT ? "; build all targets before the tests" : ""
      return "\(program) cannot be started: \(reason)\(advice)"
    }
  }

  /// An output of a program.
  public enum Stream: Sendable {
    /// Descriptor 1.
    case output
    /// Descriptor 2.
    case errors
  }

  /// Lines of the watched output.
  public let lines: ProgramLines
  private let folder: URL
  private let child: ProgramChild
  private let statuses: AsyncStream<Int32>

  /// Where a program is that was built beside the tests; `MARFA_PROGRAMS` names another folder,
  /// such as a release's.
  public static func built(_ name: String) -> String {
    if let folder = ProcessInfo.processInfo.environment["MARFA_PROGRAMS"] {
      return URL(filePath: folder).appending(path: name).path
    }
    return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Whether the tests have all of some programs, given by their paths.
  public static func isThere(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  ///   - watching: The output that comes line by line.
  ///   - environment: Its variables; nil for ours without those whose name begins with `MARFA_`.
  /// - Throws: `Failure` when it cannot be started.
  public init(
    _ program: String, _ arguments: [String], watching: Stream = .errors,
    environment: [String: String]? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipe = folder.appending(path: "watched").path
    guard mkfifo(pipe, 0o600) == 0 else { throw Failure(program: program, number: errno) }
    // Without waiting for the other end, which the program opens before posix_spawn returns.
    let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0, fcntl(end, F_SETFL, O_RDONLY) == 0 else {
      throw Failure(program: program, number: errno)
    }
    let file = folder.appending(path: "output").path
    let child = try ProgramChild(
      program, arguments, output: watching == .output ? pipe : file,
      errors: watching == .errors ? pipe : file,
      environment: environment
        ?? ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARFA_") })
    self.child = child
    lines = ProgramLines(end)
    let (statuses, continuation) = AsyncStream<Int32>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    self.statuses = statuses
    Thread.detachNewThread {
      continuation.yield(child.wait())
      continuation.finish()
    }
  }

  deinit {
    child.signal(SIGKILL)
    // What is left in the temporary folder harms nobody.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Sends a signal, unless the program has ended.
  public func signal(_ number: Int32) { child.signal(number) }

  /// Asks the program to end (SIGTERM).
  public func terminate() { signal(SIGTERM) }

  /// Waits for the end; to be called once.
  ///
  /// - Returns: The exit status, minus the signal that ended it, or nil when the test was
  ///   cancelled.
  public func exitStatus() async -> Int32? {
    for await status in statuses { return status }
    return nil
  }

  /// What it has written so far to the output that is not watched.
  public var output: String {
    get throws {
      String(decoding: try Data(contentsOf: folder.appending(path: "output")), as: UTF8.self)
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  /// - Returns: The status, the standard output and the standard error.
  /// - Throws: When it cannot be started.
  public static func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32?, output: String, errors: String) {
    let run = try ProgramRun(program, arguments)
    let errors = await run.lines.rest()
    let status = await run.exitStatus()
    return (status, try run.output, errors)
  }
}
