import ArgumentParser

/// Prints the version.
struct VersionCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version.")

  func run(in session: CommandSession) async throws {
    session.output.line("marfa \(MarfaVersion.current)")
  }
}
