import Glibc

/// A program of ours that a test kills while it writes.
public enum KilledProgram {
  /// Whether a program was built beside the tests.
  public static func isBuilt(_ name: String) -> Bool {
    ProgramRun.isThere(ProgramRun.built(name))
  }

  /// Runs a program, reads a number of lines, kills it, and gives all lines that it had written.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - arguments: Its arguments.
  ///   - count: The lines to wait for.
  /// - Returns: Every whole line; a last one that was cut off is none.
  /// - Throws: When the program does not start.
  public static func lines(
    of name: String, _ arguments: [String], killedAfter count: Int
  ) async throws -> [String] {
    let run = try ProgramRun(ProgramRun.built(name), arguments, watching: .output)
    var lines: [String] = []
    while lines.count < count, let line = await run.lines.next() { lines.append(line) }
    run.signal(SIGKILL)
    while let line = await run.lines.next() { lines.append(line) }
    _ = await run.exitStatus()
    return lines
  }

  /// Runs a program that kills itself.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - arguments: Its arguments.
  ///   - environment: All that it finds in its environment.
  /// - Returns: The signal that ended it; nil when it ended by itself.
  /// - Throws: When the program does not start.
  public static func signal(
    ending name: String, _ arguments: [String], environment: [String: String]
  ) async throws -> Int32? {
    let run = try ProgramRun(ProgramRun.built(name), arguments, environment: environment)
    let status = await run.exitStatus()
    return status.flatMap { $0 < 0 ? -$0 : nil }
  }
}
