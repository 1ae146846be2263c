import ArgumentParser

/// A command that works with a session.
protocol SessionCommand: ParsableCommand, Sendable {
  /// Does the work.
  ///
  /// - Parameter session: Host, output and notes.
  /// - Throws: Anything; `CommandFailure` says with which exit code.
  func run(in session: CommandSession) async throws
}
