import ArgumentParser
import MarfaServer

/// `marfa-server backup FILE`.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database into a new file; copy the folder blobs separately.")

  @OptionGroup var options: ServerOptions

  @Argument(help: "The new file.")
  var file: String

  func run() async throws {
    let tools = try ServerTools(try options.settings())
    try await tools.backup(to: file)
    try await tools.close()
  }
}

/// `marfa-server check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the database and the blobs.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let tools = try ServerTools(try options.settings())
    let faults = try await tools.check()
    try await tools.close()
    for fault in faults { print(fault) }
    guard faults.isEmpty else { throw ExitCode(1) }
    print("No damage found.")
  }
}

/// `marfa-server config print`.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings.", subcommands: [Print.self])

  /// Prints the settings as a file that would give them again.
  struct Print: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print every setting with its value, as a configuration file.")

    @OptionGroup var options: ServerOptions

    func run() async throws {
      print(ServerConfiguration.text(of: try options.settings()), terminator: "")
    }
  }
}
