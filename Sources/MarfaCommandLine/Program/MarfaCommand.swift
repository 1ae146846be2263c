import ArgumentParser

/// The whole command line.
struct MarfaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marfa",
    abstract: "Notes in the terminal.",
    usage: """
      marfa [--theme <name>] [--color <color>] [--ascii] [--plain]
      marfa <command> [<arguments>]
      """,
    discussion: """
      Without a command the application opens. Name a note by its title, by the eight characters \
      that lists show of its id (the first six are enough), or by the beginning of its whole id; \
      `-` reads ids from standard input. Results go to standard output, page by page on a terminal (MARFA_PAGER, PAGER).

      Examples:

      marfa new --title "Rye bread" "500 g flour"

      marfa list tag:baking

      marfa show "Rye bread"

      Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 not found, 4 conflict, 5 the server \
      cannot be reached, 6 no key or an unknown one, 7 refused by the server, 8 partly done, 9 \
      the notes cannot be opened or written, 130 interrupted.
      """,
    version: "marfa \(MarfaVersion.current)",
    subcommands: [CandidatesCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Notes",
        subcommands: [
          TerminalCommand.self, NewCommand.self, TodayCommand.self, EditCommand.self,
          ShowCommand.self,
          ListCommand.self, SearchCommand.self, TagCommand.self, NotebookCommand.self,
          LinkCommand.self,
          BacklinksCommand.self, MoveCommand.self, RenameCommand.self, RemoveCommand.self,
          RestoreCommand.self, HistoryCommand.self, DiffCommand.self,
        ]),
      CommandGroup(
        name: "Files",
        subcommands: [
          AttachCommand.self, GetCommand.self, ImportCommand.self, ExportCommand.self,
          MirrorCommand.self, BackupCommand.self, RecoverCommand.self,
        ]),
      CommandGroup(
        name: "Syncing",
        subcommands: [
          LoginCommand.self, SyncCommand.self, StatusCommand.self, UploadsCommand.self,
          ConflictsCommand.self, RefusedCommand.self, PresenceCommand.self,
          LogCommand.self, LogoutCommand.self, ProfileCommand.self,
        ]),
      CommandGroup(
        name: "Program",
        subcommands: [
          DemoCommand.self, DoctorCommand.self, ConfigCommand.self, CompletionCommand.self,
          ManCommand.self,
          TutorCommand.self, ExecCommand.self, VersionCommand.self,
        ]),
    ],
    defaultSubcommand: TerminalCommand.self)

  // Taken out of the arguments before they are parsed, so that every command has it: it is here for
  // the help and for completion.
  @Option(
    help: ArgumentHelp("Work with the notes of a profile.", valueName: "name"),
    completion: Candidates.profile.completion)
  var profile: String?

  // As the profile.
  @Flag(name: .customLong("no-pager"), help: "Print long results at once on a terminal.")
  var refusesPager = false
}

extension MarfaCommand {
  /// The commands that open the application.
  ///
  /// To ask each subcommand whether it conforms would take longer than to parse its arguments.
  static let terminalCommands: [any TerminalCommanding.Type] = [
    TerminalCommand.self, TutorCommand.self, ExecCommand.self,
  ]

  /// The command that arguments ask for.
  ///
  /// The parser looks at all commands before it reads the first word, which takes half the time of
  /// a short command; a command without subcommands can read the words after its name alone. What
  /// it does not take, help and mistakes among it, is read again with all commands.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  /// - Returns: The command.
  /// - Throws: The parser's error.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let word = arguments.first,
      let leaf = configuration.subcommands.first(where: { $0.configuration.answers(to: word) }),
      leaf.configuration.subcommands.isEmpty,
      // What is wrong with the words is said below.
      let command = try? leaf.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == leaf
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Whether the application may be what arguments ask for that begin with a word.
  ///
  /// - Parameter word: The first argument: an option, or the name of a command.
  /// - Returns: False for every command without a screen, for help and for the version.
  static func mayOpenTerminal(_ word: String) -> Bool {
    if word.hasPrefix("-") { return !["--help", "-h", "--version"].contains(word) }
    return terminalCommands.contains { $0.configuration.answers(to: word) }
  }
}

/// Opens the application.
struct TerminalCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "tui", abstract: "Open the application (also without a command).")

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { nil }
}
