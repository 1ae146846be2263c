import ArgumentParser
import MarfaSDK
import NoteFiles
import Settings

/// Reads and changes the configuration.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Read and change the configuration.",
    subcommands: [
      ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self, ConfigEditCommand.self,
      ConfigListCommand.self, ConfigPathCommand.self, ConfigSchemaCommand.self,
    ])
}

/// Prints the value of an option.
struct ConfigGetCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value of an option.")

  @Argument(help: "The option's name; see config list.", completion: Candidates.option.completion)
  var name: String

  func run(in session: CommandSession) async throws {
    guard let option = ConfigurationOption.named(name) else {
      let hint = Spelling.hint(for: name, among: ConfigurationOption.all.map(\.name))
      throw CommandFailure(.notFound, CommandFailure.noOption(name, hint))
    }
    session.output.line(option.text(session.configuration()))
  }
}

/// Sets an option.
struct ConfigSetCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set an option; comments in the file are kept.")

  @Argument(help: "The option's name; see config list.", completion: Candidates.option.completion)
  var name: String

  @Argument(help: "The value.", completion: Candidates.value.completion)
  var value: String

  func run(in session: CommandSession) async throws {
    guard !value.isEmpty || ConfigurationOption.named(name) == nil else {
      throw CommandFailure(
        .usage, "\(name) needs a value; `marfa config unset \(name)` removes it.")
    }
    try ConfigurationStore(directories: session.directories).set(
      name, to: value, themes: session.themes.names())
  }
}

/// Takes an option out of the configuration file.
struct ConfigUnsetCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove an option, which then has its default.",
    discussion: """
      Everything else in the file is kept, comments too.

      Example: marfa config unset theme
      """)

  @Argument(help: "The option's name; see config list.", completion: Candidates.option.completion)
  var name: String

  func run(in session: CommandSession) async throws {
    try ConfigurationStore(directories: session.directories).unset(name)
  }
}

/// Opens the configuration file in the person's editor.
struct ConfigEditCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Open the configuration file in your editor.",
    discussion: "Mistakes are reported afterwards (exit code 1).")

  func run(in session: CommandSession) async throws {
    let path = session.directories.configurationFile
    // A broken file must not keep the person from mending it.
    let configured = ConfigurationStore(directories: session.directories).load().configuration
    let command = try EditorProgram.resolve(
      environment: session.host.environment, configured: configured.editor)
    guard let command else { throw CommandFailure(.failure, EditorProgram.noneSet) }
    try ApplicationDirectories.create(session.directories.configuration)
    let exit = await session.host.launch(command.arguments(file: path, line: 1, column: 1))
    guard exit == .code(0) else { throw CommandFailure(.failure, exit.sentence) }
    let (_, diagnostics) = ConfigurationStore(directories: session.directories).load()
    for diagnostic in diagnostics { session.output.note("marfa: \(diagnostic)") }
    if !diagnostics.isEmpty { throw CommandFailure(.failure) }
  }
}

/// Lists all options with their values.
struct ConfigListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all options with their values.",
    discussion: "Fields: name, value, summary.")

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["name", "value", "summary"], output: session.output
    ) { "\($0["name"]?.stringValue ?? "") = \($0["value"]?.stringValue ?? "")" }
    let configuration = session.configuration()
    for option in ConfigurationOption.all {
      printer.print(
        Record([
          ("name", .string(option.name)), ("value", .string(option.text(configuration))),
          ("summary", .string(option.summary)),
        ]))
    }
    printer.finish()
  }
}

/// Prints where the configuration is.
struct ConfigPathCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the configuration file.")

  func run(in session: CommandSession) async throws {
    session.output.line(session.directories.configurationFile)
  }
}

/// Prints a schema of the configuration.
struct ConfigSchemaCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print a JSON Schema of the configuration, for editors.")

  func run(in session: CommandSession) async throws {
    session.output.write(ConfigurationSchema.json().utf8)
  }
}
