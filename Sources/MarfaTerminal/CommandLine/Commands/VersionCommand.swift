import ArgumentParser

/// Prints the version.
struct VersionCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version.")

  @Flag(help: "Print as JSON: name, version.")
  var json = false

  func run(in session: CommandSession) async throws {
    guard json else { return session.output.line("marfa \(MarfaVersion.current)") }
    let record = Record([
      ("name", .string("marfa")), ("version", .string(MarfaVersion.current)),
    ])
    session.output.line(record.json)
  }
}
