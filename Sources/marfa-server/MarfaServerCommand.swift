import ArgumentParser
import Foundation
import MarfaModel
import MarfaServer

/// The command line of the server; without a subcommand it serves.
@main
struct MarfaServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marfa-server", abstract: "The sync server for marfa.",
    version: ServerVersion.current,
    subcommands: [
      ServeCommand.self, KeysCommand.self, BackupCommand.self, CheckCommand.self,
      ConfigCommand.self,
    ], defaultSubcommand: ServeCommand.self)

  /// Runs the words of the command line, and says a refusal in its own words.
  static func main() async {
    // Whatever is made here is its owner's alone: notes, keys, copies of them.
    umask(0o077)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as any MarfaError {
      end(StartFailure(error.message))
    } catch {
      end(error)
    }
  }

  /// Ends as `exit(withError:)` does; nothing in what is said can act on a terminal.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    guard code != .success else { exit(withError: error) }
    let message = HarmlessText.visible(fullMessage(for: error))
    if !message.isEmpty { FileHandle.standardError.write(Data((message + "\n").utf8)) }
    Foundation.exit(code.rawValue)
  }
}

/// What every subcommand takes.
struct ServerOptions: ParsableArguments {
  @Option(help: "The data folder of the server.")
  var data: String?

  @Option(help: "A configuration file in YAML; `config print` shows all settings.")
  var config: String?

  /// The settings of the file, the environment and these options, in this order.
  func settings(host: String? = nil, port: Int? = nil) throws -> ServerSettings {
    var environment = ProcessInfo.processInfo.environment
    environment["MARFA_SERVER_DATA"] = data ?? environment["MARFA_SERVER_DATA"]
    environment["MARFA_SERVER_HOST"] = host ?? environment["MARFA_SERVER_HOST"]
    environment["MARFA_SERVER_PORT"] = port.map(String.init) ?? environment["MARFA_SERVER_PORT"]
    var file: (name: String, text: String)?
    if let config {
      do {
        file = (config, try String(contentsOfFile: config, encoding: .utf8))
      } catch {
        throw StartFailure("\(config) cannot be read: \(StartFailure.cause(of: error)).")
      }
    }
    return try ServerConfiguration.settings(file: file, environment: environment)
  }
}
